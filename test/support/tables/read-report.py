"""Reads reports of Cellebrite readers with Python's ElementTree, by docs/tables/cellebrite.md: a line of JSON for each file of a folder, by name, with its rows, or null if it is not well-formed."""

import json
import pathlib
import re
import sys
from xml.etree import ElementTree

PARTS = set(
    "Party PhoneNumber EmailAddress UserID WebAddress ContactEntry Coordinate Organization StreetAddress KeyValueModel Price MessageLabel ProfilePicture".split()
)
ENTRIES = set("PhoneNumber EmailAddress UserID WebAddress ContactEntry".split())
MESSAGES = set("InstantMessage SMS MMS Email Call VoiceMail Voicemail".split())
PEOPLE = {"From", "To"}
FILES = {"taggedFiles", "carvedFiles", "infectedFiles"}
HOLDERS = {"sourceExtractions", "images", "modelType"}
NATIVES = {"Local Path", "attachment_extracted_path", "contactphoto_extracted_path"}
QUIET = set(
    "name type format formattedTimestamp systemtype section ismodel fieldType isSystem isRequired multipleLines".split()
)


def local(name):
    return name.rsplit("}", 1)[-1].split(":", 1)[-1]


def attributes(element):
    return {local(name): value for name, value in element.attrib.items() if value.strip()}


def moment(text, formatted):
    zone = re.search(r"(?:Z|[+-]\d\d:\d\d)$", formatted or "", re.A)
    bare = re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?", text, re.A)
    return text + zone.group() if bare and zone and formatted.startswith(text[:19]) else text


class Report:
    def __init__(self, root):
        self.rows = []
        self.paths = {}
        self.sources = {}
        for info in root.iter():
            if local(info.tag) == "extraInfo" and (info.get("id") or "").strip():
                self.sources.setdefault(info.get("id").strip(), []).extend(
                    node.attrib for node in info.iter() if local(node.tag) in ("nodeInfo", "imageInfo")
                )
        self.row(root, local(root.tag), None, "", deep=False)
        for section in root:
            self.section(section)

    def section(self, section):
        name = local(section.tag)
        if name == "decodedData":
            for models in section:
                self.holder(models)
        elif name == "extraInfos":
            pass
        elif name in FILES or name in HOLDERS:
            self.holder(section)
        else:
            self.row(section, name, None, "", section.get("type", ""))

    def holder(self, holder):
        name = local(holder.tag)
        for child in holder:
            tag = local(child.tag)
            kind = child.get("type", holder.get("type", ""))
            if name in FILES and tag == "file" or name in HOLDERS:
                self.row(child, kind if tag == "model" else tag, None, "", kind)

    def row(self, element, tag, parent, field, kind="", deep=True):
        model = "File" if tag == "file" else tag or "model"
        found = {}
        row = {"model": model, "found": found, "file": None, "native": False, "uid": element.get("id", "").strip()}
        self.put(row, "modelType", model)
        if parent is not None:
            self.put(row, "parentUid", parent["uid"])
            if field:
                self.put(row, "field", field)
        for name, value in attributes(element).items():
            if name == "id":
                self.put(row, "uid", value.strip())
            elif name == "type" and value == model:
                pass
            elif name == "deleted_state" or (name == "deleted" and model == "File"):
                self.put(row, "deletedState", value.strip())
                if value.strip().lower() in ("deleted", "intact"):
                    self.put(row, "deleted", "true" if value.strip().lower() == "deleted" else "false")
            else:
                if name == "file_id":
                    row["file"] = value.strip()
                self.value(row, None, "name" if name == "section" else name, value)
        if deep:
            self.inside(row, element, None, None, kind, None)
        if row["file"] and not row["native"] and row["file"] in self.paths:
            self.put(row, "Local Path", self.paths[row["file"]])
        if model == "File" and "Local Path" in found:
            self.paths[row["uid"]] = found["Local Path"][0]
        for node in self.sources.get(row["uid"], []) if "uid" in found else []:
            for column, value in [
                ("Source file", node.get("path") or node.get("name")),
                ("Source table", node.get("tableName")),
                ("Source offset", node.get("offset")),
            ]:
                if (value or "").strip():
                    self.put(row, column, value.strip())
        if len(found) > 1 or self.is_decoded(parent, element):
            self.rows.append(found)

    def is_decoded(self, parent, element):
        return local(element.tag) == "model"

    def texts(self, row, element, part, label, kind, formatted):
        for text in (element.text, *(child.tail for child in element)):
            text = (text or "").strip()
            if text:
                text = moment(text, formatted) if formatted is not None else text
                self.value(row, part, label, text, kind == "TimeStamp")

    def inside(self, row, element, part, label, kind, formatted):
        """Text and elements of one element in the order of the file."""
        own = label if label is not None else "text"
        self.piece(row, element.text, part, own, kind, formatted)
        for child in element:
            self.child(row, child, part, label, kind)
            self.piece(row, child.tail, part, own, kind, formatted)

    def piece(self, row, text, part, label, kind, formatted):
        text = (text or "").strip()
        if text:
            self.value(row, part, label, moment(text, formatted) if formatted is not None else text, kind == "TimeStamp")

    def child(self, row, child, part, label, kind):
        tag = local(child.tag)
        own = child.get("type", kind)
        if tag == "model" and own in PARTS:
            inner = {"field": label or "", "type": own, "within": part, "values": {}}
            state = (child.get("deleted_state") or "Intact").strip()
            if state not in ("", "Intact"):
                self.value(row, inner, "deletedState", state)
            self.inside(row, child, inner, None, own, child.get("formattedTimestamp"))
            self.end(row, inner)
        elif tag in ("model", "file"):
            self.row(child, own if tag == "model" else tag, row, label or "", own)
        else:
            name = (child.get("name") or "").strip() or (label if label is not None else tag)
            if tag not in ("modelField", "multiModelField"):
                for attribute, value in attributes(child).items():
                    if attribute not in QUIET:
                        self.value(row, part, f"{name} {attribute}", value)
            self.inside(row, child, part, name, own, child.get("formattedTimestamp"))

    def value(self, row, part, label, value, is_time=False):
        value = value.strip()
        if not value:
            return
        if part is not None and part["type"] in ("Party", "KeyValueModel") and label not in part["values"]:
            part["values"][label] = value
        elif part is None and label in NATIVES:
            row["native"] = True
            self.put(row, "Local Path", value)
        else:
            self.put(row, self.column(row["model"], part, label, is_time), value)

    def end(self, row, part):
        values = part["values"]
        if part["type"] == "KeyValueModel" and "Key" in values and "Value" in values:
            self.put(row, self.column(row["model"], part, "", False), f"{values.pop('Key')}: {values.pop('Value')}")
        if part["type"] == "Party" and ("Name" in values or "Identifier" in values):
            name, identifier = values.pop("Name", ""), values.pop("Identifier", "")
            party = f"{name} <{identifier}>" if name and identifier and name != identifier else name or identifier
            self.put(row, self.column(row["model"], part, "", False), party)
            if part["field"] == "Parties" and values.get("Role") in PEOPLE:
                self.put(row, values["Role"], party)
        for label, value in values.items():
            self.put(row, self.column(row["model"], part, label, False), value)

    def column(self, model, part, label, is_time):
        if part is None:
            if is_time and label == "TimeStamp" and model in MESSAGES:
                return "Message TimeStamp"
            if is_time and label in PEOPLE:
                return f"{label} (time)"
            return {"name": "Name", "Path": "path"}.get(label, label)
        before = "" if part["within"] is None else self.column(model, part["within"], part["field"], False)
        if part["type"] in ENTRIES:
            kind = f"{before}.{part['type']}" if before else part["type"]
            return kind if label in ("", "Value") else f"{kind}.{label}"
        if part["type"] == "Coordinate" and part["field"] == "Position" and not before and label:
            return label
        field = before or part["field"]
        return f"{field}.{label}" if label else field

    def put(self, row, column, value):
        row["found"].setdefault(column, []).append(value)


for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    try:
        print(json.dumps(Report(ElementTree.parse(file).getroot()).rows))
    except (ElementTree.ParseError, ValueError, LookupError):
        print("null")
