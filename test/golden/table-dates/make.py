"""Writes rows.tsv: dates in the spellings of tables, and the moments that dateutil and zoneinfo read. Run: python3 make.py"""
import datetime as dt
import pathlib
import random
from zoneinfo import ZoneInfo

from dateutil import parser

rng = random.Random(7)
UTC = dt.timezone.utc
OFFSETS = {"EST": -5, "EDT": -4, "CST": -6, "PST": -8, "CET": 1, "CEST": 2, "BRT": -3, "JST": 9, "UTC": 0, "GMT": 0}
INFOS = {name: hours * 3600 for name, hours in OFFSETS.items()}
PLACES = ["Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia"]


def shown(moment):
    moment = moment.astimezone(UTC)
    text = moment.strftime("%Y-%m-%dT%H:%M:%S")
    return text + (f".{moment.microsecond:06d}".rstrip("0") if moment.microsecond else "") + "Z"


def drawn():
    return dt.datetime(1985, 1, 1) + dt.timedelta(seconds=rng.randrange(80 * 365 * 86400), microseconds=rng.choice([0, 0, 250000, 123456]))


rows = []


def spelled(text, day_first=False):
    read = parser.parse(text, tzinfos=INFOS, dayfirst=day_first)
    if read.tzinfo is None:
        read = read.replace(tzinfo=UTC)
    rows.append(("spelled", "day first" if day_first else "month first", text, "", shown(read)))


for _ in range(12):
    when = drawn()
    whole = when.replace(microsecond=0)
    abbreviation = rng.choice(list(OFFSETS))
    spelled(whole.strftime("%Y-%b-%d %H:%M:%S.000000 UTC"))
    spelled(whole.strftime("%d/%b/%Y ").lower() + whole.strftime("%H:%M:%S"))
    spelled(whole.strftime("%d/%m/%Y %H:%M:%S ") + abbreviation, True)
    spelled(whole.strftime("%m/%d/%Y %I:%M:%S %p ") + abbreviation)
    spelled(whole.strftime("%Y-%m-%d %H:%M:%S-03"))
    spelled(whole.strftime("%Y-%m-%d %H:%M:%S +0530"))
    spelled(whole.strftime("%a, %d %b %Y %H:%M:%S +0100"))
    spelled(whole.strftime("%a %b %d %H:%M:%S ") + abbreviation + whole.strftime(" %Y"))
    spelled(when.strftime("%Y-%m-%d %H:%M:%S.%f"))
    spelled(whole.strftime("%B %-d, %Y %H:%M"))
    # dateutil does not know these: strptime reads them.
    exif = whole.strftime("%Y:%m:%d %H:%M:%S+01:00")
    rows.append(("spelled", "month first", exif, "", shown(dt.datetime.strptime(exif, "%Y:%m:%d %H:%M:%S%z"))))
    log = whole.strftime("%d/%b/%Y:%H:%M:%S -0300")
    rows.append(("spelled", "month first", log, "", shown(dt.datetime.strptime(log, "%d/%b/%Y:%H:%M:%S %z"))))
    moment = when.replace(tzinfo=UTC)
    ticks = round((moment - dt.datetime(1970, 1, 1, tzinfo=UTC)) / dt.timedelta(microseconds=1))
    since_1601 = (moment - dt.datetime(1601, 1, 1, tzinfo=UTC)) // dt.timedelta(microseconds=1)
    seconds = whole.replace(tzinfo=UTC)
    rows.append(("counted", "seconds", str(ticks // 1_000_000), "", shown(seconds)))
    rows.append(("counted", "milliseconds", str(ticks // 1000), "", shown(moment.replace(microsecond=when.microsecond // 1000 * 1000))))
    rows.append(("counted", "microseconds", str(ticks), "", shown(moment)))
    rows.append(("counted", "nanoseconds", str(ticks * 1000), "", shown(moment)))
    rows.append(("counted", "WebKit", str(since_1601), "", shown(moment)))
    rows.append(("counted", "FILETIME", str(since_1601 * 10), "", shown(moment)))
    for place in PLACES:
        local = drawn().replace(microsecond=0, year=rng.randrange(1985, 2037))
        rows.append(("placed", place, local.strftime("%Y-%m-%d"), local.strftime("%H:%M:%S"), shown(local.replace(tzinfo=ZoneInfo(place)))))
for place, local in [
    ("Europe/Berlin", "2021-03-28 02:30:00"), ("Europe/Berlin", "2021-10-31 02:30:00"), ("Europe/Berlin", "2021-03-28 03:00:00"),
    ("America/New_York", "2021-03-14 02:00:00"), ("America/New_York", "2021-11-07 01:59:59"), ("Australia/Lord_Howe", "2021-10-03 02:15:00"),
]:
    read = dt.datetime.strptime(local, "%Y-%m-%d %H:%M:%S").replace(tzinfo=ZoneInfo(place))
    rows.append(("placed", place, *local.split(" "), shown(read)))

path = pathlib.Path(__file__).with_name("rows.tsv")
path.write_text("".join("\t".join(row) + "\n" for row in rows))
