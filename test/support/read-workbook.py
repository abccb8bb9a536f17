"""Reads the sheets of a workbook with Python's standard library alone: an independent reading, one JSON line a row of cells."""

import datetime
import json
import math
import re
import sys
import xml.etree.ElementTree as tree
import zipfile

MAIN = "{*}"


def text_of(element):
    return "".join(node.text or "" for node in element.iter() if node.tag.endswith("}t") or node.tag == "t")


def find(element, name):
    return [node for node in element.iter() if node.tag == name or node.tag.endswith("}" + name)]


with zipfile.ZipFile(sys.argv[1]) as book:
    shared = [text_of(si) for si in find(tree.fromstring(book.read("xl/sharedStrings.xml")), "si")]
    styles = tree.fromstring(book.read("xl/styles.xml"))
    codes = {node.get("numFmtId"): node.get("formatCode") for node in find(styles, "numFmt")}
    kinds = [node.get("numFmtId") for node in find(find(styles, "cellXfs")[0], "xf")]
    names = [node.get("name") for node in find(tree.fromstring(book.read("xl/workbook.xml")), "sheet")]
    for number, name in enumerate(names, 1):
        sheet = tree.fromstring(book.read(f"xl/worksheets/sheet{number}.xml"))
        for row in find(sheet, "row"):
            cells = {}
            for cell in find(row, "c"):
                kind = cell.get("t", "n")
                value = find(cell, "v")
                value = value[0].text or "" if value else ""
                if kind == "s":
                    value = shared[int(value)]
                elif kind == "inlineStr":
                    value = text_of(cell)
                elif kind == "b":
                    value = "TRUE" if value == "1" else "FALSE"
                elif kind == "n" and value:
                    code = kinds[int(cell.get("s", "0"))]
                    code = codes.get(code, "yyyy" if code == "14" else "")
                    if "yy" in code:
                        moment = datetime.datetime(1899, 12, 30) + datetime.timedelta(
                            milliseconds=math.floor(float(value) * 86_400_000 + 0.5)
                        )
                        value = moment.isoformat(timespec="milliseconds")
                        value = value.removesuffix(".000").removesuffix("T00:00:00")
                    else:
                        value = "%.15g" % float(value)
                if value != "":
                    cells[re.match("[A-Z]+", cell.get("r")).group()] = value
            if cells:
                print(json.dumps([name, int(row.get("r")), cells]))
