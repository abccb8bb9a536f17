"""Writes a mailbox with Python's own library: mails of every shape that it can make, the same for each seed."""

import email.message
import mailbox
import random
import sys
from email.policy import SMTP, default
from email.utils import format_datetime
from datetime import datetime, timedelta, timezone

path, seed, count, ending = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
draw = random.Random(seed)
WORDS = "harbour copper ledger Grüße naïve встреча 契約書 مرحبا invoice From: -- = . heron".split()
CHARSETS = ["utf-8", "utf-8", "iso-8859-1", "koi8-r", "utf-16"]


def words(least, most):
    return " ".join(draw.choice(WORDS) for _ in range(draw.randint(least, most)))


def text():
    lines = [words(0, 14) for _ in range(draw.randint(1, 12))]
    lines.insert(draw.randint(0, len(lines)), "From the beginning it was so")
    return "\n".join(lines) + "\n"


def charset_for(content):
    charset = draw.choice(CHARSETS)
    try:
        content.encode(charset)
        return charset
    except UnicodeEncodeError:
        return "utf-8"


def mail(depth):
    message = email.message.EmailMessage(policy=default)
    message["Subject"] = words(1, 20)
    message["From"] = f"{draw.choice(['Ada', 'Bö Ñu', ''])} <a{draw.randint(1, 9)}@example.org>"
    message["To"] = ", ".join(f"b{n}@example.org" for n in range(draw.randint(1, 5)))
    if draw.random() < 0.5:
        message["Cc"] = '"Last, First" <c@example.org>'
    zone = timezone(timedelta(minutes=draw.choice([0, 60, -300, 330])))
    message["Date"] = format_datetime(datetime(2020, 1, 1, tzinfo=zone) + timedelta(seconds=draw.randint(0, 10**8)))
    message["Message-ID"] = f"<{draw.randint(0, 10**12)}@example.org>"
    body = text()
    message.set_content(body, charset=charset_for(body), cte=draw.choice(["base64", "quoted-printable"]))
    if draw.random() < 0.5:
        message.add_alternative(f"<html><body><p>{text()}</p></body></html>", subtype="html")
    for n in range(draw.randint(0, 3)):
        kind = draw.random()
        if kind < 0.25 and depth < 3:
            message.add_attachment(mail(depth + 1))
        elif kind < 0.6:
            data = draw.randbytes(draw.choice([0, 1, 57, 5000, 200_000]))
            message.add_attachment(data, maintype="image", subtype="png", filename=f"Bild {n} ü{draw.randint(1, 99)}.png")
        else:
            message.add_attachment(text(), subtype="csv", filename="t" * draw.randint(1, 200) + ".csv")
    return message


box = mailbox.mbox(path)
for _ in range(count):
    box.add(mailbox.mboxMessage(mail(0)))
box.flush()
box.close()
if ending == "crlf":
    with open(path, "rb") as file:
        data = file.read().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    with open(path, "wb") as file:
        file.write(data)
