"""The figures that the documentation claims, measured by one command: ``python -m benchmarks``."""
