/** The fixed parts of the Python client: imports before the types, and after them the class up to its operations. */

const types = `"""The client of Case Access. Made from its OpenAPI document: do not change it here."""
from __future__ import annotations

import gzip
import json
import random
import time
from http.client import HTTPException, HTTPResponse
from typing import TYPE_CHECKING, Any, Iterator, Literal, Mapping, Sequence, TypedDict
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from typing import NotRequired
`;

const client = `
class ServerEvent(TypedDict):
    """An event of a stream. After "reload", and after a "ready" that is not resumed, ask for everything that you show."""
    id: str | None
    name: str
    data: dict[str, Any]


class CaseAccessError(Exception):
    """An answer that is an error: its status, and the error body of the service (None if the answer is from elsewhere)."""

    def __init__(self, status: int, details: Error | None) -> None:
        super().__init__(details["error"] if details else f"The service answered with status {status}.")
        self.status = status
        self.details = details


def lines(response: HTTPResponse) -> Iterator[dict[str, Any]]:
    """The objects of an answer of JSON lines. Raises CaseAccessError if its last line is missing: the answer was cut off."""
    last: dict[str, Any] = {}
    with response:
        for line in response:
            if line.strip():
                try:
                    last = json.loads(line)
                except ValueError:
                    last = {}
                    break
                yield last
    if last.get("done") is not True:
        text = "The answer ended before its last line: ask again."
        raise CaseAccessError(response.status, {"error": text, "status": response.status})


def _events_of(response: HTTPResponse, last_id: str | None) -> Iterator[ServerEvent]:
    name = data = ""
    with response:
        for line in response:
            if len(line) > 65536:
                raise HTTPException("The stream of changes has a line that is too long.")
            field, _, value = line.decode().rstrip("\\n").partition(": ")
            if field == "id":
                last_id = value
            elif field == "event":
                name = value
            elif field == "data":
                data = value
            elif not field and data:
                yield {"id": last_id, "name": name, "data": json.loads(data)}
                data = ""


def _segment(value: object) -> str:
    return quote(str(value), safe="")


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _details(text: bytes) -> Error | None:
    try:
        answer = json.loads(text)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) and isinstance(answer.get("error"), str) else None


def _body(response: HTTPResponse | HTTPError) -> bytes:
    body = response.read()
    return gzip.decompress(body) if response.headers.get("Content-Encoding") == "gzip" else body


class CaseAccess:
    """Every operation of the service. Methods return JSON, or lines, or, for bytes and exports, the open answer."""

    def __init__(self, base_url: str, token: str | None = None, timeout: float | None = None) -> None:
        self._base_url = base_url.rstrip("/")
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._timeout = timeout

    def _open(self, method: str, path: str, query: Sequence[tuple[str, object]], body: object = None,
              headers: Mapping[str, str] | None = None, timeout: float | None = None) -> HTTPResponse:
        pairs = [
            (name, _shown(one))
            for name, value in query
            if value is not None
            for one in (value if isinstance(value, (list, tuple)) else [value])
        ]
        url = self._base_url + path + ("?" + urlencode(pairs, quote_via=quote) if pairs else "")
        sent = {**self._headers, **(headers or {})}
        data = None
        if body is not None:
            sent["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = Request(url, data=data, headers=sent, method=method)
        try:
            seconds = self._timeout if timeout is None else timeout
            return urlopen(request) if seconds is None else urlopen(request, timeout=seconds)
        except HTTPError as fault:
            with fault:
                raise CaseAccessError(fault.code, _details(_body(fault))) from None

    def _json(self, method: str, path: str, query: Sequence[tuple[str, object]], body: object = None) -> Any:
        with self._open(method, path, query, body, headers={"Accept-Encoding": "gzip"}) as response:
            return json.loads(_body(response))

    def _events(self, method: str, path: str, query: Sequence[tuple[str, object]]) -> Iterator[ServerEvent]:
        last_id: str | None = None
        pause = 0.5
        follows = ("follow", "false") not in query
        while True:
            try:
                headers = {} if last_id is None else {"Last-Event-ID": last_id}
                # The server has a comment for us more often.
                response = self._open(method, path, query, headers=headers, timeout=self._timeout or 45)
                for event in _events_of(response, last_id):
                    if event["name"] == "end":
                        if event["data"]["why"] == "done" and not follows:
                            return
                        break
                    last_id = event["id"]
                    pause = 0.5
                    yield event
            except CaseAccessError as fault:
                if fault.status < 500 and fault.status != 429:
                    raise
            except (OSError, HTTPException):
                pass
            time.sleep(pause * random.uniform(0.5, 1))
            pause = min(2 * pause, 30)

    def _lines(self, method: str, path: str, query: Sequence[tuple[str, object]],
               body: object = None) -> Iterator[dict[str, Any]]:
        return lines(self._open(method, path, query, body))
`;

export const PYTHON_HEAD = { types, client };
