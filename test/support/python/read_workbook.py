"""Reads an XLSX workbook with the standard library alone, and prints its sheets as JSON: cells as [kind, value], kind by type and format."""
import json
import re
import sys
import zipfile
from datetime import datetime, timedelta
from xml.etree import ElementTree

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def decoded(text):
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)


def cell(element, formats):
    kind, value = element.get("t"), element.findtext(MAIN + "v")
    if kind == "inlineStr":
        return ["text", decoded("".join(element.find(MAIN + "is").itertext()))]
    formula = element.findtext(MAIN + "f")
    if formula is not None:
        return ["formula", decoded(formula)]
    if value is None:
        return None
    form = formats[int(element.get("s", "0"))]
    if form is None:
        return ["number", value]
    moment = datetime(1899, 12, 30) + timedelta(milliseconds=round(float(value) * 86400000))
    return ["UTC" if "UTC" in form else "day", moment.isoformat()]


with zipfile.ZipFile(sys.argv[1]) as book:
    assert book.testzip() is None
    part = lambda name: ElementTree.fromstring(book.read(name))
    styles = part("xl/styles.xml")
    codes = {one.get("numFmtId"): one.get("formatCode") for one in styles.iter(MAIN + "numFmt")}
    formats = [codes.get(one.get("numFmtId")) for one in styles.find(MAIN + "cellXfs")]
    targets = {one.get("Id"): one.get("Target") for one in part("xl/_rels/workbook.xml.rels")}
    sheets = []
    for sheet in part("xl/workbook.xml").iter(MAIN + "sheet"):
        content = part("xl/" + targets[sheet.get(RELATED)])
        pane = content.find(f"{MAIN}sheetViews/{MAIN}sheetView/{MAIN}pane")
        rows = [[cell(one, formats) for one in row] for row in content.iter(MAIN + "row")]
        facts = {"frozen": pane.get("ySplit"), "filter": content.find(MAIN + "autoFilter").get("ref")}
        sheets.append({"name": sheet.get("name"), **facts, "rows": rows})
    print(json.dumps({"files": book.namelist(), "sheets": sheets}))
