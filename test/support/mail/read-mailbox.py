"""Reads a mailbox, or single mails, with Python's own library: an independent reading, one JSON line a mail."""

import email
import email.policy
import email.utils
import hashlib
import json
import mailbox
import sys
from email.header import decode_header, make_header


def decoded(value):
    return "" if value is None else " ".join(str(make_header(decode_header(value))).split())


def leaves(message):
    """Parts in order; an attached mail counts as one, and its parts follow."""
    if message.get_content_type() == "message/rfc822" and message.is_multipart():
        yield {"mail": decoded(message.get_payload(0)["subject"])}
        for part in message.get_payload():
            yield from leaves(part)
    elif message.is_multipart():
        for part in message.get_payload():
            yield from leaves(part)
    else:
        data = message.get_payload(decode=True) or b""
        yield {
            "type": message.get_content_type(),
            "name": decoded(message.get_filename()),
            "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        }


def moment(value):
    try:
        return email.utils.parsedate_to_datetime(value).timestamp()
    except (TypeError, ValueError):
        return None


def addresses(message, name):
    return [address for _, address in email.utils.getaddresses(message.get_all(name, []))]


for path in sys.argv[1:]:
    if path.endswith(".eml"):
        with open(path, "rb") as file:
            messages = [email.message_from_binary_file(file)]
    else:
        messages = list(mailbox.mbox(path, create=False))
    for message in messages:
        print(
            json.dumps(
                {
                    "subject": decoded(message["subject"]),
                    "from": addresses(message, "from"),
                    "to": addresses(message, "to"),
                    "cc": addresses(message, "cc"),
                    "id": message["message-id"],
                    "sent": moment(message["date"]),
                    "leaves": list(leaves(message)),
                }
            )
        )
