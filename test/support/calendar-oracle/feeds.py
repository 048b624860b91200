"""Reads {"feeds": [{"id", "ics"}]} and prints what stands in each, event by event.

Instants are `YYYY-MM-DD HH:MM:SS` in UTC, by the VTIMEZONE of the feed itself; days are `YYYY-MM-DD`.
"""

import base64
import datetime
import json
import sys

import icalendar


def utc(value):
    return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S")


def moment(event, name, zones):
    written = event[name]
    value, zone = written.dt, written.params.get("TZID")
    if not isinstance(value, datetime.datetime):
        return {"kind": written.params.get("VALUE"), "zone": zone, "at": value.isoformat()}
    local = value.replace(tzinfo=None)
    if zone is not None:
        value = local.replace(tzinfo=zones[zone])
    elif value.tzinfo is None:
        return {"kind": "FLOATING", "zone": None, "at": local.isoformat(" ")}
    return {"kind": "DATE-TIME", "zone": zone if zone != "UTC" else None, "at": utc(value)}


def text(event, name):
    return str(event[name]) if name in event else None


def described(event, zones):
    geo, organizer, categories = event.get("GEO"), event.get("ORGANIZER"), event.get("CATEGORIES")
    return {
        "uid": text(event, "UID"),
        "summary": text(event, "SUMMARY"),
        "description": text(event, "DESCRIPTION"),
        "location": text(event, "LOCATION"),
        "geo": None if geo is None else [geo.latitude, geo.longitude],
        "organizer": None if organizer is None else [str(organizer.params.get("CN")), str(organizer)],
        "url": text(event, "URL"),
        "categories": [] if categories is None else [str(name) for name in categories.cats],
        "status": text(event, "STATUS"),
        "start": moment(event, "DTSTART", zones),
        "end": moment(event, "DTEND", zones),
        "stamp": utc(event["DTSTAMP"].dt),
        "modified": utc(event["LAST-MODIFIED"].dt),
        "sequence": int(event["SEQUENCE"]),
    }


def described_feed(feed):
    calendar = icalendar.Calendar.from_ical(base64.b64decode(feed["ics"]))
    zones = {str(zone["TZID"]): zone.to_tz(lookup_tzid=False) for zone in calendar.walk("VTIMEZONE")}
    events = list(calendar.walk("VEVENT"))
    return {
        "id": feed["id"],
        "name": text(calendar, "X-WR-CALNAME"),
        "zone": text(calendar, "X-WR-TIMEZONE"),
        "version": text(calendar, "VERSION"),
        "zones": sorted(zones),
        "errors": [str(error) for component in calendar.walk() for error in component.errors],
        "events": [described(event, zones) for event in events],
    }


asked = json.load(sys.stdin)
json.dump([described_feed(feed) for feed in asked["feeds"]], sys.stdout)
