PYTHON ?= python3
BIN := .venv/bin
CLIENT := $(wildcard src/grognard/table/client)
TABLE := $(wildcard src/grognard/table/server.py)

play-extras := cli,table
test-extras := cli,table,png,lab,research,postgres,dev

.PHONY: help play test format lint types unit soak bench clean

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile

play: .venv/.play ## sit down to a game
	$(BIN)/grognard $(if $(TABLE),table --open,play anzio)

test: lint types unit ## everything that must pass before a change lands

format: .venv/.test ## put the code in its usual form
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

lint: .venv/.test ## form and common faults
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: .venv/.test $(if $(CLIENT),node_modules/.installed) ## types of Python and of the browser client
	$(BIN)/mypy
	$(if $(CLIENT),npx --no-install tsc)

unit: .venv/.test ## the tests
	$(if $(CLIENT),tools/need chromium chromium-browser google-chrome)
	$(BIN)/pytest -n 2 --dist worksteal

soak: .venv/.test ## the long tests that `test` leaves out
	$(if $(CLIENT),tools/need chromium chromium-browser google-chrome)
	$(BIN)/pytest -n 2 --dist worksteal -m soak

bench: .venv/.test ## the figures in the docs
	$(BIN)/python -m benchmarks

clean: ## back to a fresh clone
	rm -rf .venv node_modules build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.%: pyproject.toml constraints.txt
	test -x $(BIN)/pip || $(PYTHON) -m venv .venv
	$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt -e '.[$($*-extras)]'
	touch $@

node_modules/.installed: package-lock.json
	tools/need npm
	npm ci --no-audit --no-fund
	touch $@
