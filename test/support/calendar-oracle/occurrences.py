"""Reads {"cases": [{"id", "ics", "from", "to"}]} and prints, for each, when its events begin.

Times are instants (`YYYY-MM-DDTHH:MM:SSZ`), of days their date. `startInRule`: whether the first RRULE holds its DTSTART.
"""

import base64
import datetime
import json
import sys
import types
import zoneinfo

import dateutil.rrule
import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr
from recurring_ical_events import Occurrence
from recurring_ical_events.selection.name import ComponentsWithName

# a rule that holds nothing is searched to this year, whatever its UNTIL; nothing later is asked
dateutil.rrule.datetime = types.SimpleNamespace(**{**vars(datetime), "MAXYEAR": 2030})


def text(value, zone):
    if not isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d").rjust(10, "0")
    if value.tzinfo is None:
        value = value.replace(tzinfo=zone)
    return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(written):
    return datetime.datetime.fromisoformat(written)


def start_in_rule(event):
    rule = event.get("RRULE")
    if rule is None or isinstance(rule, list):
        return True
    start = event["DTSTART"].dt
    naive = (
        start.replace(tzinfo=None)
        if isinstance(start, datetime.datetime)
        else datetime.datetime.combine(start, datetime.time())
    )
    parts = [part for part in rule.to_ical().decode().split(";") if not part.startswith(("UNTIL", "COUNT"))]
    parts.append(naive.strftime("UNTIL=%Y%m%dT%H%M%S"))
    return next(iter(rrulestr(";".join(parts), dtstart=naive)), None) == naive


class Begin(Occurrence):
    """An event of its own for each occurrence is a third of all work, and nobody asks for more than this."""

    def as_component(self, keep_recurrence_attributes):
        return str(self.uid), self.start


begins_alone = ComponentsWithName("VEVENT", occurrence=Begin)


def read(case, zone):
    calendar = icalendar.Calendar.from_ical(base64.b64decode(case["ics"]))
    query = recurring_ical_events.of(calendar, components=[begins_alone], skip_bad_series=True)
    begins = sorted([uid, text(start, zone)] for uid, start in query.between(moment(case["from"]), moment(case["to"])))
    first = next(iter(calendar.walk("VEVENT")), None)
    return {"id": case["id"], "begins": begins, "startInRule": first is None or start_in_rule(first)}


def answer(case, zone):
    try:
        return read(case, zone)
    except Exception as error:  # what it cannot read is told, not guessed
        return {"id": case["id"], "error": f"{type(error).__name__}: {error}"}


asked = json.load(sys.stdin)
site = zoneinfo.ZoneInfo(asked["zone"])
sys.stdout.write(json.dumps([answer(case, site) for case in asked["cases"]]))
