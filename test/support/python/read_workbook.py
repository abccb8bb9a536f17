"""
Reads an XLSX workbook with the standard library alone, and prints its sheets as JSON. A cell is [column, kind, value, shown]: kind by
type and format, value as the file spells it, shown as a person sees it.
"""
import json
import math
import re
import sys
import zipfile
from datetime import datetime, timedelta
from xml.etree import ElementTree

MAIN = "{*}"
BUILT_IN = {"14": "mm-dd-yy"}


def decoded(text):
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)


def related(sheet):
    return next(value for name, value in sheet.attrib.items() if name == "id" or name.endswith("}id") or name.endswith(":id"))


def text_of(element):
    return "".join(node.text or "" for node in element.findall(".//" + MAIN + "t"))


def cell(element, formats, shared):
    kind, value = element.get("t"), element.findtext(MAIN + "v")
    column = re.match("[A-Z]*", element.get("r", ""))[0]
    formula = element.findtext(MAIN + "f")
    if kind == "inlineStr":
        return [column, "text", *[decoded(text_of(element))] * 2]
    if kind == "s":
        return [column, "text", *[decoded(text_of(shared[int(value)]))] * 2]
    if kind == "b":
        return [column, "flag", value, "TRUE" if value == "1" else "FALSE"]
    if value is None:
        return None if formula is None else [column, "formula", decoded(formula), ""]
    form = formats[int(element.get("s", "0"))]
    if form is None or "yy" not in form:
        known = ["number", value] if formula is None else ["formula", decoded(formula)]
        return [column, *known, value if kind == "str" else "%.15g" % float(value)]
    moment = datetime(1899, 12, 30) + timedelta(milliseconds=math.floor(float(value) * 86_400_000 + 0.5))
    shown = moment.isoformat(timespec="milliseconds").removesuffix(".000").removesuffix("T00:00:00")
    return [column, "UTC" if "UTC" in form else "day", moment.isoformat(), shown]


with zipfile.ZipFile(sys.argv[1]) as book:
    assert book.testzip() is None
    part = lambda name: ElementTree.fromstring(book.read(name))
    styles = part("xl/styles.xml")
    codes = BUILT_IN | {one.get("numFmtId"): one.get("formatCode") for one in styles.findall(".//" + MAIN + "numFmt")}
    formats = [codes.get(one.get("numFmtId")) for one in styles.find(MAIN + "cellXfs")]
    targets = {one.get("Id"): one.get("Target") for one in part("xl/_rels/workbook.xml.rels")}
    shared = list(part("xl/sharedStrings.xml")) if "xl/sharedStrings.xml" in book.namelist() else []
    sheets = []
    for sheet in part("xl/workbook.xml").findall(".//" + MAIN + "sheet"):
        content = part("xl/" + targets[related(sheet)])
        pane = content.find(f"{MAIN}sheetViews/{MAIN}sheetView/{MAIN}pane")
        filtered = content.find(MAIN + "autoFilter")
        rows = [
            [int(row.get("r", 0)), [cell(one, formats, shared) for one in row]] for row in content.findall(".//" + MAIN + "row")
        ]
        facts = {
            "frozen": None if pane is None else pane.get("ySplit"),
            "filter": None if filtered is None else filtered.get("ref"),
        }
        sheets.append({"name": sheet.get("name"), **facts, "rows": rows})
    print(json.dumps({"files": book.namelist(), "sheets": sheets}))
