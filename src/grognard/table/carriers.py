"""How a letter goes out: by SMTP, or as a POST to a webhook.  Both wait; they are work for a thread."""

from __future__ import annotations

import http.client
import smtplib
import socket
import ssl
import threading
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from .office import Office, Smtp, is_public

SECONDS = 15.0
"""For each thing that the other side has to answer."""
LONGEST = 30.0
"""For the whole of a webhook, however slowly it answers."""


class Letter(NamedTuple):
    """What is sent: a subject and a text, and the same as data for a program."""

    id: str
    """The same whenever the same letter is sent again."""
    subject: str
    text: str
    facts: dict[str, Any]
    stop: str = ""
    """The link by which no more come."""


UNFOLDED = SMTP.clone(max_line_length=998)
"""A link in a header that is folded is encoded, and mail programs find no link there."""


class Failed(Exception):
    """A letter that did not go out; ``final`` if it never will."""

    def __init__(self, why: str, *, final: bool = False) -> None:
        self.final = final
        super().__init__(why)


def mail(office: Office, to: str, letter: Letter) -> None:
    """Hand a letter over to the mail server; Failed if it does not take it."""
    assert office.smtp is not None
    message = EmailMessage(policy=UNFOLDED)
    message["From"], message["To"] = office.sender, to
    message["Subject"], message["Date"] = letter.subject, formatdate()
    message["Message-ID"] = f"<{letter.id}@{urlsplit(office.url).hostname}>"
    message["Auto-Submitted"] = "auto-generated"
    if letter.stop:
        message["List-Unsubscribe"] = f"<{letter.stop}>"
    message.set_content(letter.text)
    try:
        with _server(office.smtp) as server:
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as no:
        codes = [code for code, _ in no.recipients.values()]
        raise Failed(f"refused {codes}", final=all(code >= 500 for code in codes)) from no
    except smtplib.SMTPResponseException as no:
        raise Failed(f"answered {no.smtp_code}") from no
    except (OSError, smtplib.SMTPException) as bad:
        raise Failed(type(bad).__name__) from bad


def _server(smtp: Smtp) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if smtp.way == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            smtp.host, smtp.port, timeout=SECONDS, context=context
        )
    else:
        server = smtplib.SMTP(smtp.host, smtp.port, timeout=SECONDS)
    try:
        if smtp.way == "smtp":
            server.starttls(context=context)
        if smtp.user:
            server.login(smtp.user, smtp.password)
    except BaseException:
        server.close()
        raise
    return server


def hook(office: Office, to: str, letter: Letter) -> None:
    """Post a letter to a webhook; Failed if it does not take it.

    The address that was looked at is the one that is called, and nobody is followed elsewhere: no name
    leads to a machine that only this server can reach.
    """
    parts = urlsplit(to)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    says = f"{letter.subject}\n{letter.facts['url']}"
    body = msgspec.json.encode({"text": says, "content": says} | letter.facts)
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    try:
        line = _line(host, port, private=office.private)
        end = threading.Timer(LONGEST, lambda: _cut(line))
        end.daemon = True
        end.start()
        try:
            if parts.scheme == "https":
                line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
            request = http.client.HTTPConnection(host, port)
            request.sock = line
            headers = {"Content-Type": "application/json", "User-Agent": "Grognard"}
            request.request("POST", path, body, headers)
            status = request.getresponse().status
        finally:
            end.cancel()
            line.close()
    except (OSError, http.client.HTTPException, ValueError) as bad:
        raise Failed(type(bad).__name__) from bad
    if not 200 <= status < 300:
        raise Failed(f"answered {status}", final=status not in (408, 429) and status < 500)


def _line(host: str, port: int, *, private: bool) -> socket.socket:
    """A connection to a host, if all its addresses may be called."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(where[4][0]) for where in found]
    if not private and not all(map(is_public, addresses)):
        raise Failed("a private address", final=True)
    return socket.create_connection((addresses[0], port), SECONDS)


def _cut(line: socket.socket) -> None:
    """End a connection that lasts too long: whoever waits for it wakes up."""
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        line.close()
