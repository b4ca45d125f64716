"""How calls travel: credentials, files, retries and errors. Standard library only."""
from __future__ import annotations

import base64
import email.utils
import hashlib
import hmac
import http.client
import json
import os
import random
import secrets
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, BinaryIO, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

FileContent = Union[bytes, "os.PathLike[str]", BinaryIO]
"""A file: its bytes, its path (`pathlib.Path`), or the file opened in binary mode."""

NamedFile = Union[FileContent, Tuple[str, FileContent]]
"""A file of a form, or its name and the file."""

UNSET: Any = type("Unset", (), {"__repr__": lambda self: "UNSET", "__bool__": lambda self: False})()
"""A field that is left out; None is sent as null."""

_LONGEST_PAUSE = 30.0


class FieldFault(NamedTuple):
    """A field that is wrong, and what is wrong with it."""

    path: str
    message: str


class SelfsameError(Exception):
    """A call failed."""

    request_id: str
    attempts: int


class SelfsameRefusal(SelfsameError):
    """The server answered with an HTTP status of 400 or more. Business outcomes are no refusals: they are answers."""

    def __init__(
        self, status: int, answer: Mapping[str, Any], request_id: str, retry_after: Optional[float], attempts: int
    ) -> None:
        self.status = status
        self.result_code: int = answer.get("result_code", status)
        """`result_code` of the answer; the HTTP status where a proxy answered without one."""
        self.message: str = answer.get("message", f"HTTP {status}")
        self.errors: List[FieldFault] = [
            FieldFault(str(one.get("path", "")), str(one.get("message", "")))
            for one in answer.get("errors", [])
            if isinstance(one, dict)
        ]
        self.request_id = request_id
        self.retry_after_seconds = retry_after
        self.attempts = attempts
        fields = "; ".join(f"{path} {message}" for path, message in self.errors)
        said = f"{self.message}: {fields}" if fields else self.message
        super().__init__(f"{said} (result_code {self.result_code}, request {request_id})")


class SelfsameUnreachable(SelfsameError):
    """No answer came; `__cause__` is what the platform said. `reason` is `connection`, `timeout` or `answer`."""

    def __init__(self, reason: str, request_id: str, attempts: int) -> None:
        words = {
            "connection": "there is no connection to the server, or it broke",
            "timeout": "the server did not answer in time",
            "answer": "what answered is no Selfsame server",
        }
        self.reason = reason
        self.request_id = request_id
        self.attempts = attempts
        super().__init__(f"{words[reason]} (request {request_id})")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None  # Credentials are never carried to another address.


class Transport:
    """What every method of a client goes through."""

    def __init__(
        self,
        base_url: str,
        *,
        name: Optional[str] = None,
        password: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout: float = 60.0,
        retries: int = 2,
        opener: Optional[urllib.request.OpenerDirector] = None,
    ) -> None:
        """Give either `api_key`, or `name` and `password`. `timeout` is for one attempt, in seconds."""
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or parts.username or parts.password:
            raise ValueError("base_url is an http or https address without credentials")
        self._base_url = base_url.rstrip("/")
        self._authorization = _authorization(name, password, api_key)
        self._timeout = timeout
        self._retries = retries
        self._opener = opener or urllib.request.build_opener(_NoRedirect())

    def with_options(self, *, timeout: Optional[float] = None, retries: Optional[int] = None) -> "Any":
        """The same client with another time limit or number of retries, for one call or for many."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._timeout = self._timeout if timeout is None else timeout
        copy._retries = self._retries if retries is None else retries
        return copy

    def _call(
        self,
        method: str,
        path: str,
        *,
        ids: Sequence[str] = (),
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        form: Optional[Tuple[str, Sequence[NamedFile]]] = None,
        answers: str = "json",
        once: bool = False,
        is_open: bool = False,
        key: Optional[str] = None,
        also: int = 0,
    ) -> Any:
        request_id = f"client-{secrets.token_hex(12)}"
        headers = {"Accept": "application/json" if answers == "json" else "*/*", "X-Request-Id": request_id}
        if self._authorization and not is_open:
            headers["Authorization"] = self._authorization
        if key is not None:
            headers["Idempotency-Key"] = key or request_id
        url = self._base_url + _filled(path, ids)
        asked = {name: _text(value) for name, value in (query or {}).items() if value is not UNSET}
        if asked:
            url += "?" + urllib.parse.urlencode(asked)
        data: Optional[bytes] = None
        if form is not None:
            data, headers["Content-Type"] = _form(*form)
        elif body is not None:
            data = json.dumps(_plain(body)).encode()
            headers["Content-Type"] = "application/json"
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._attempt(method, url, data, headers, answers, also, request_id, attempt)
            except SelfsameError as error:
                pause = _pause(attempt, error, once) if attempt <= self._retries else None
                if pause is None:
                    raise
            time.sleep(pause)

    def _attempt(
        self,
        method: str,
        url: str,
        data: Optional[bytes],
        headers: Mapping[str, str],
        answers: str,
        also: int,
        request_id: str,
        attempt: int,
    ) -> Any:
        request = urllib.request.Request(url, data, dict(headers), method=method)
        try:
            try:
                with self._opener.open(request, timeout=self._timeout) as response:
                    status, got, raw = response.status, response.headers, response.read()
            except urllib.error.HTTPError as error:
                with error:
                    status, got, raw = error.code, error.headers, error.read()
        except (OSError, http.client.HTTPException) as error:
            cause = getattr(error, "reason", error)
            reason = "timeout" if isinstance(cause, (socket.timeout, TimeoutError)) else "connection"
            raise SelfsameUnreachable(reason, request_id, attempt) from error
        request_id = got.get("x-request-id", request_id)
        if status < 300 and answers != "json":
            return raw.decode() if answers == "text" else raw
        try:
            answer = json.loads(raw)
        except ValueError:
            answer = None
        if (status < 300 or status == also) and isinstance(answer, dict):
            return answer
        if status < 400:
            raise SelfsameUnreachable("answer", request_id, attempt)
        said = answer if isinstance(answer, dict) else {}
        raise SelfsameRefusal(status, said, request_id, _retry_after(got.get("retry-after")), attempt)


def _authorization(name: Optional[str], password: Optional[str], api_key: Optional[str]) -> Optional[str]:
    if api_key is not None:
        if name is not None or password is not None:
            raise ValueError("give either api_key, or name and password")
        return f"Bearer {api_key}"
    if name is None and password is None:
        return None
    if name is None or password is None:
        raise ValueError("name and password belong together")
    return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


def _pause(attempt: int, error: SelfsameError, once: bool) -> Optional[float]:
    """The seconds before the next attempt; None where there must be none."""
    asked = 0.0
    if isinstance(error, SelfsameRefusal):
        # The server answers 429 and 503 before it does anything; a proxy answers 502 and 504 when its connection broke.
        if error.status not in (429, 503) and (once or error.status not in (502, 504)):
            return None
        asked = error.retry_after_seconds or 0.0
    elif once and not _is_unsent(error):
        return None
    elif isinstance(error, SelfsameUnreachable) and error.reason == "answer":
        return None
    if asked > _LONGEST_PAUSE:
        return None
    most: float = min(8.0, 0.25 * 2.0 ** (attempt - 1))
    return asked + most * random.uniform(0.5, 1.0)


def _is_unsent(error: BaseException) -> bool:
    cause = getattr(error.__cause__, "reason", error.__cause__)
    return isinstance(cause, (ConnectionRefusedError, socket.gaierror))


def _retry_after(header: Optional[str]) -> Optional[float]:
    if not header:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _filled(path: str, ids: Sequence[str]) -> str:
    for one in ids:
        if not one:
            raise ValueError(f"an id of {path} is empty")
        start, end = path.index("{"), path.index("}")
        path = path[:start] + urllib.parse.quote(str(one), safe="") + path[end + 1 :]
    return path


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _bytes(content: FileContent) -> bytes:
    if isinstance(content, (bytes, bytearray, memoryview)):
        return bytes(content)
    if isinstance(content, os.PathLike):
        with open(content, "rb") as file:
            return file.read()
    return content.read()


def _plain(value: Any) -> Any:
    """The same value with Base64 in the place of files, and without what is unset."""
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items() if one is not UNSET}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return base64.b64encode(_bytes(value)).decode()


def _form(field: str, files: Sequence[NamedFile]) -> Tuple[bytes, str]:
    boundary = "selfsame-" + secrets.token_hex(16)
    parts: List[bytes] = []
    for at, given in enumerate(files):
        name, content = given if isinstance(given, tuple) else (f"file-{at + 1}", given)
        if not isinstance(given, tuple) and isinstance(given, os.PathLike):
            name = os.path.basename(os.fspath(given))
        quoted = name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
        head = f'--{boundary}\r\ncontent-disposition: form-data; name="{field}"; filename="{quoted}"\r\n'
        parts += [head.encode(), b"content-type: application/octet-stream\r\n\r\n", _bytes(content), b"\r\n"]
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"


class WebhookRefused(Exception):
    """A message that did not come from the server with this secret, or came too late."""


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str, tolerance: float = 300.0) -> Dict[str, Any]:
    """The event of a message (Standard Webhooks), after its signature was verified. `body` is the bytes that came."""
    lower = {name.lower(): value for name, value in headers.items()}
    message, sent, given = (lower.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (sent.isascii() and sent.isdigit()) or abs(time.time() - int(sent)) > tolerance:
        raise WebhookRefused("the message is too old, or its time is missing")
    key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    expected = base64.b64encode(hmac.new(key, f"{message}.{sent}.".encode() + body, hashlib.sha256).digest())
    if not any(hmac.compare_digest(b"v1," + expected, one.encode()) for one in given.split(" ")):
        raise WebhookRefused("the signature is wrong")
    event: Dict[str, Any] = json.loads(body)
    return event
