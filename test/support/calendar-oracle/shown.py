"""Reads {"zone", "cases": [{"id", "ics", "from", "to"}]} and prints, for each, a digest of what its readers would see.

That is when each occurrence begins and ends, in which zone, and every text of it that calendars show.
"""

import base64
import datetime
import hashlib
import json
import sys
import types
import zoneinfo

import dateutil.rrule
import icalendar
import recurring_ical_events

# a rule that holds nothing is searched to this year, whatever its UNTIL; nothing later is asked
dateutil.rrule.datetime = types.SimpleNamespace(**{**vars(datetime), "MAXYEAR": 2030})

TEXTS = ("SUMMARY", "DESCRIPTION", "LOCATION", "URL", "CATEGORIES", "STATUS", "CLASS", "GEO")
MORE = ("ORGANIZER", "ATTACH", "CONTACT", "COMMENT", "RESOURCES", "IMAGE", "CONFERENCE")
PARAMETERS = ("CN", "FMTTYPE", "ENCODING", "CHARSET")


def moment(value, zone):
    if not isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d")
    aware = value.replace(tzinfo=zone) if value.tzinfo is None else value
    return aware.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ") + str(aware.utcoffset())


def written(value):
    parameters = getattr(value, "params", {})
    kept = [f"{name}={parameters[name]}" for name in PARAMETERS if name in parameters]
    return [value.to_ical().decode("utf-8", "replace") if hasattr(value, "to_ical") else str(value), *kept]


def texts(event):
    found = []
    for name in TEXTS + MORE:
        if name in event:
            value = event[name]
            found.append([name, [written(one) for one in (value if isinstance(value, list) else [value])]])
    return found


def seen(case, zone):
    calendar = icalendar.Calendar.from_ical(base64.b64decode(case["ics"]))
    span = [datetime.datetime.fromisoformat(case[name]) for name in ("from", "to")]
    events = recurring_ical_events.of(calendar, skip_bad_series=True).between(*span)
    return sorted([moment(event.start, zone), moment(event.end, zone), texts(event)] for event in events)


def answer(case, zone):
    try:
        told = json.dumps(seen(case, zone))
    except Exception as error:  # what it cannot read is told, not guessed
        told = f"{type(error).__name__}: {error}"
    return {"id": case["id"], "shown": told if case.get("whole") else hashlib.sha1(told.encode()).hexdigest()}


asked = json.load(sys.stdin)
site = zoneinfo.ZoneInfo(asked["zone"])
json.dump([answer(case, site) for case in asked["cases"]], sys.stdout)
