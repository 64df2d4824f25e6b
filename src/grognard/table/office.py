"""The post office's settings: whether "your turn" goes out by e-mail or webhook, and by which way.

All of it is off until it is set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.utils import parseaddr
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from ..say import Say
from .schema import StoreFault

MAIL, HOOK = "mail", "hook"

WAYS = {"smtps": 465, "smtp": 587, "smtp+plain": 25}
"""Encrypted from the first byte; encrypted before anything is said (STARTTLS); not at all."""

WRAPPED = [ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")]
"""IPv6 addresses that mean IPv4 ones, which may be anybody's own."""

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
ADDRESS_LENGTH, HOOK_LENGTH = 254, 500


class Smtp(NamedTuple):
    """A server that takes mail."""

    way: str
    host: str
    port: int
    user: str = ""
    password: str = ""


class Office(NamedTuple):
    """Where letters begin, and how they go out."""

    url: str
    """How players reach this server, without a slash at the end."""
    sender: str = ""
    smtp: Smtp | None = None
    hooks: frozenset[str] = frozenset()
    """Hosts that webhooks may go to; ``*`` is every one."""
    private: bool = False
    """Whether they may have private addresses, and be called without TLS."""

    @property
    def kinds(self) -> list[str]:
        """The kinds of calls that are offered."""
        return [MAIL] * (self.smtp is not None) + [HOOK] * bool(self.hooks)


def from_settings(settings: Mapping[str, str]) -> Office | None:
    """The office that the settings ask for; None where they ask for none, StoreFault if they are no use."""
    smtp, hooks = settings.get("GROGNARD_SMTP", ""), settings.get("GROGNARD_HOOKS", "")
    if not smtp and not hooks:
        return None
    url, sender = settings.get("GROGNARD_URL", ""), settings.get("GROGNARD_MAIL_FROM", "")
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        raise StoreFault(
            Say("GROGNARD_URL must say how players reach this server: letters hold links to it")
        )
    if smtp and not is_address(parseaddr(sender)[1]):
        raise StoreFault(Say("GROGNARD_MAIL_FROM must say from whom the letters come"))
    return Office(
        url.rstrip("/"),
        sender,
        _smtp(smtp) if smtp else None,
        frozenset(name.strip().lower() for name in hooks.split(",") if name.strip()),
        settings.get("GROGNARD_HOOKS_PRIVATE") == "on",
    )


def _smtp(text: str) -> Smtp:
    parts = urlsplit(text)
    try:
        port = parts.port or WAYS.get(parts.scheme, 0)
    except ValueError:
        port = 0
    if parts.scheme not in WAYS or not parts.hostname or not port:
        ways = ", ".join(f"{way}://" for way in WAYS)
        raise StoreFault(Say("GROGNARD_SMTP is no address of a mail server ({ways})", ways=ways))
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Smtp(parts.scheme, parts.hostname, port, user, password)


def is_address(text: str) -> bool:
    """Whether it is one plain e-mail address."""
    return len(text) <= ADDRESS_LENGTH and ADDRESS.fullmatch(text) is not None


def is_hook(text: str, office: Office) -> bool:
    """Whether a webhook may be called: https to a host that is allowed."""
    if len(text) > HOOK_LENGTH or not text.isascii() or not text.isprintable() or " " in text:
        return False
    try:
        parts = urlsplit(text)
        host, _ = (parts.hostname or "").lower(), parts.port
    except ValueError:
        return False
    schemes = ("https", "http") if office.private else ("https",)
    if parts.scheme not in schemes or parts.username is not None or parts.fragment:
        return False
    return bool(host) and ("*" in office.hooks or host in office.hooks)


def is_public(address: str) -> bool:
    """Whether an address is on the open Internet, by whatever notation it hides."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if any(found in net for net in WRAPPED):
            return False
    return found.is_global and not found.is_multicast
