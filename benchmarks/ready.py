"""All that a server reads when it starts, read once: those that are forked from here begin at once."""

from grognard.table.server import warm

warm()
