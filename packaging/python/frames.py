"""Answers of Case Access as pandas frames.

Hits and findings are read line by line. With `rows`, they come as an iterator of frames of that many rows, and memory stays that
of one frame. An answer that is incomplete raises `IncompleteError` unless `allow_incomplete` is true.
"""
from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Sequence, overload

import pandas as pd

from . import CaseAccess, lines

if TYPE_CHECKING:
    from . import Facet, Facets

__all__ = ["IncompleteError", "facets_frame", "findings_frame", "hits_frame"]

_ROWS = 10_000
_FINDING = ("source", "id", "field", "value", "start", "end", "text", "before", "after")
_GROUP = ("text", "findings", "items", "first", "last", "implausible")


class IncompleteError(Exception):
    """Sources or texts are missing from an answer. `details` has what the service says of them."""

    def __init__(self, details: dict[str, Any]) -> None:
        missing = [f"{one['source']}: {one.get('error', 'unavailable')}" for one in details.get("incomplete", [])]
        if details.get("unreadable"):
            missing.append(f"{details['unreadable']} texts could not be read")
        reason = details.get("error") or "; ".join(missing) or "no reason given"
        super().__init__(f"The answer is incomplete ({reason}). Pass allow_incomplete=True to accept that.")
        self.details = details


@overload
def hits_frame(client: CaseAccess, q: str = ..., properties: Sequence[str] = ..., *, sort: Sequence[str] = ...,
               rows: None = ..., allow_incomplete: bool = ..., **options: Any) -> pd.DataFrame: ...
@overload
def hits_frame(client: CaseAccess, q: str = ..., properties: Sequence[str] = ..., *, sort: Sequence[str] = ...,
               rows: int, allow_incomplete: bool = ..., **options: Any) -> Iterator[pd.DataFrame]: ...
def hits_frame(client: CaseAccess, q: str = "", properties: Sequence[str] = ("name",), *, sort: Sequence[str] = (),
               rows: int | None = None, allow_incomplete: bool = False,
               **options: Any) -> pd.DataFrame | Iterator[pd.DataFrame]:
    """All items that a query finds: `source`, `id`, `parentId`, `bookmarks`, and a column for each property.

    A cell has the value, None if there is none, or a list if there are several. `options` are members of `ExportRequest`, such
    as `sourceID=["laptop"]`, `filter=[...]`.
    """
    body: Any = {"q": q, "format": "ndjson", "properties": list(properties), **options}
    if sort:
        body["sort"] = list(sort)
    columns = ("source", "id", "parentId", "bookmarks", *properties)

    def row_of(line: dict[str, Any]) -> tuple[Any, ...]:
        found = line["properties"]
        cells = (_cell(found.get(name)) for name in properties)
        return (line["source"], line["id"], line.get("parentId"), line["bookmarks"], *cells)

    answer = lines(client.export_items_by_body(body))
    frames = _frames(answer, columns, row_of, rows or _ROWS, allow_incomplete)
    # Whole numbers where most items may have none.
    return _joined((one.astype({"parentId": "Int64"}) for one in frames), columns, rows)


@overload
def findings_frame(client: CaseAccess, q: str, *, rows: None = ..., allow_incomplete: bool = ...,
                   **options: Any) -> pd.DataFrame: ...
@overload
def findings_frame(client: CaseAccess, q: str, *, rows: int, allow_incomplete: bool = ...,
                   **options: Any) -> Iterator[pd.DataFrame]: ...
def findings_frame(client: CaseAccess, q: str, *, rows: int | None = None, allow_incomplete: bool = False,
                   **options: Any) -> pd.DataFrame | Iterator[pd.DataFrame]:
    """Every match of a query with its place (UTF-16 units) and context. `group="text"` gives a row for each distinct text, with the first
    and the last day of its items.

    `options` are members of `FindingsRequest`, such as `context=80`.
    """
    columns = _GROUP if options.get("group") == "text" else _FINDING
    body: Any = {"q": q, **options}

    def row_of(line: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(line.get(column) for column in columns)

    answer = client.list_findings_by_body(body)
    return _joined(_frames(answer, columns, row_of, rows or _ROWS, allow_incomplete), columns, rows)


def facets_frame(client: CaseAccess, facets: Sequence[str | Facet], q: str = "", *, allow_incomplete: bool = False,
                 **options: Any) -> pd.DataFrame:
    """How many items have each value: `facet`, `value`, `items`, and `q`, the query that finds them.

    A facet is the name of a field or a `Facet`, such as `{"field": "modified", "interval": "month"}`. `options` are members of
    `FacetsRequest`. `frame.attrs["facets"]` has, for each facet, `distinct`, `missing` and `other`.
    """
    asked: Any = [{"field": one} if isinstance(one, str) else one for one in facets]
    body: Any = {"q": q, "facets": asked, **options}
    answer: Facets = client.count_facets_by_body(body)
    if "incomplete" in answer and not allow_incomplete:
        raise IncompleteError(dict(answer))
    named = [(facet.get("field", next(iter(facet))), facet) for facet in answer["facets"]]
    found = [(name, one["value"], one["items"], one.get("q")) for name, facet in named for one in facet["values"]]
    frame = pd.DataFrame(found, columns=["facet", "value", "items", "q"])
    frame.attrs["total"] = answer["total"]
    frame.attrs["facets"] = {
        name: {"distinct": facet["distinct"], "missing": facet["missing"], "other": facet["other"]}
        for name, facet in named
    }
    return frame


def _cell(values: Sequence[str] | None) -> Any:
    if not values:
        return None
    return values[0] if len(values) == 1 else list(values)


def _frames(answer: Iterable[dict[str, Any]], columns: Sequence[str],
            row_of: Callable[[dict[str, Any]], tuple[Any, ...]], rows: int,
            allow_incomplete: bool) -> Iterator[pd.DataFrame]:
    """Frames of a stream of lines whose last one has `done`."""

    def found() -> Iterator[tuple[Any, ...]]:
        for line in answer:
            if "done" not in line:
                yield row_of(line)
            elif line["done"] is not True or not (line["complete"] or allow_incomplete):
                raise IncompleteError(line)

    rest = found()
    while batch := list(islice(rest, rows)):
        yield pd.DataFrame(batch, columns=list(columns))


def _joined(frames: Iterator[pd.DataFrame], columns: Sequence[str],
            rows: int | None) -> pd.DataFrame | Iterator[pd.DataFrame]:
    if rows is not None:
        return frames
    parts = list(frames)
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(columns))
