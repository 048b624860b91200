import { describe, expect, it } from 'vitest'
import { each, events, toldOf, wholeDays, type Told } from './written-out.ts'

const ny = 'America/New_York'
const indianapolis = 'America/Indiana/Indianapolis'
const losAngeles = 'America/Los_Angeles'
const berlin = 'Europe/Berlin'

/** Begins the UIDs that Exchange gives. */
const exchange = '040000008200E00074C5B7101A82E008'

/**
 * Every event of a file as RFC 5545 and spec 05 §8 read what stands there, on 2026-11-27; open series end with
 * 2028-11-27. The events of a series stand where the series stands, by their original dates.
 */
const complete: Readonly<Record<string, readonly (readonly Told[])[]>> = {
  '01': [
    // fourth Fridays less two
    events(
      'Faculty of Students- CON Recital',
      'e9acf5a1-fbb5-588e-bb26-1c821fd79e1a',
      ny,
      each(
        '08:00',
        '10:00',
        `2023 10-27 11-24 12-22
         2024 01-26 02-23 03-22 04-26 05-24 06-28 07-26 08-23 09-27 10-25 11-22 12-27
         2025 01-24 02-28 03-28 04-25 05-23 06-27 07-25 08-22 09-26 10-24 11-28
         2026 01-23 02-27 04-24 05-22 06-26 07-24 08-28 09-25 10-23 11-27 12-25
         2027 01-22 02-26 03-26 04-23 05-28 06-25 07-23 08-27 09-24 10-22 11-26 12-24
         2028 01-28 02-25 03-24 04-28 05-26 06-23 07-28 08-25 09-22 10-27 11-24`,
      ),
    ),
    // first Wednesdays less four
    events(
      'Hist Stude Concertp Danceholid Break dra Grade',
      '93dc11bf-b652-5060-9a67-5f7d140c14ff',
      ny,
      each(
        '14:45',
        '15:30',
        `2025 09-03 10-01 12-03
         2026 01-07 02-04 03-04 05-06 06-03 08-05 09-02 10-07 11-04 12-02
         2027 01-06 02-03 03-03 04-07 05-05 07-07 08-04 09-01 10-06 11-03 12-01
         2028 01-05 02-02 03-01 04-05 05-03 06-07 07-05 08-02 09-06 10-04 11-01`,
      ),
    ),
    // every second Thursday less twelve
    events(
      'TUT Trackmuseu Recital',
      '7973e350-bc80-5bc4-8153-74b488a1c01c',
      ny,
      each(
        '12:00',
        '13:00',
        `2025 10-16 10-30 11-27 12-11
         2026 01-22 02-19 05-14
         2026 07-09 07-23 08-06 08-20 09-03 09-17 10-01 10-15 10-29 11-12 11-26 12-10 12-24
         2027 01-07 01-21 02-04 02-18 03-04 03-18 04-01 04-15 04-29 05-13 05-27 06-10 06-24
         2027 07-08 07-22 08-05 08-19 09-02 09-16 09-30 10-14 10-28 11-11 11-25 12-09 12-23
         2028 01-06 01-20 02-03 02-17 03-02 03-16 03-30 04-13 04-27 05-11 05-25 06-08 06-22
         2028 07-06 07-20 08-03 08-17 08-31 09-14 09-28 10-12 10-26 11-09 11-23`,
      ),
    ),
    // the same Thursdays less ten, the start among them
    events(
      'TUT Trackmuseu Recital',
      '67bea926-e548-55ee-8e3b-765485bb28d0',
      ny,
      each(
        '13:00',
        '14:00',
        `2025 11-27 12-11
         2026 01-08 01-22 04-16 05-14 06-25
         2026 07-09 07-23 08-06 08-20 09-03 09-17 10-01 10-15 10-29 11-12 11-26 12-10 12-24
         2027 01-07 01-21 02-04 02-18 03-04 03-18 04-01 04-15 04-29 05-13 05-27 06-10 06-24
         2027 07-08 07-22 08-05 08-19 09-02 09-16 09-30 10-14 10-28 11-11 11-25 12-09 12-23
         2028 01-06 01-20 02-03 02-17 03-02 03-16 03-30 04-13 04-27 05-11 05-25 06-08 06-22
         2028 07-06 07-20 08-03 08-17 08-31 09-14 09-28 10-12 10-26 11-09 11-23`,
      ),
    ),
  ],
  '02': [
    // Monday to Thursday until 13 August, the last moment of which is the UNTIL; without the start and eight in July
    events(
      'Theat Summerpa @ LEC',
      '86f7af2d-a0f2-501d-881e-14bffc3a2c97',
      ny,
      each(
        '18:00',
        '20:00',
        `2026-06 16 17 18 22 23 24 25 29 30
         2026-07 01 02 13 14 15 16 27 28 29 30
         2026-08 03 04 05 06 10 11 12 13`,
      ),
    ),
    events(
      'Gardenbre Summerpa @ LEC',
      'd2dc9048-a822-52de-9f87-60f00aabcf39',
      ny,
      each(
        '10:00',
        '12:00',
        `2026-07 14 16 21 23 28 30
         2026-08 04 06 11 13`,
      ),
    ),
    events('Lessonau Summerpa', 'edafdbdc-3dbf-5773-97d0-a939f4af2c6b', ny, [
      ['2026-07-27 16:00', '2026-07-27 18:00'],
    ]),
    events('Gradeboard Summerpa', 'c5171174-60cd-5aaf-809c-e869b8551eaa', ny, [
      ['2026-07-27 18:00', '2026-07-27 20:00'],
    ]),
    events('Lessonau Summerpa', 'a7eb619b-1387-59c6-92eb-c67b8678ce7e', ny, [
      ['2026-07-29 16:00', '2026-07-29 18:00'],
    ]),
  ],
  '11': [
    // 21:00 to 04:00 of the same date: the next one is meant (05 §7); the added dates last as long
    events(
      'Hol Summe Campusc',
      'MEC-f8ecea96e66c9000767f0a4975dc0a54@example.org',
      indianapolis,
      [
        ['2026-08-01 17:00', '2026-08-02 00:00'],
        ['2026-09-05 17:00', '2026-09-06 00:00'],
        ['2026-09-05 21:00', '2026-09-06 04:00'],
        ['2026-10-03 17:00', '2026-10-04 00:00'],
        ['2026-11-07 17:00', '2026-11-08 00:00'],
        ['2026-12-05 17:00', '2026-12-06 00:00'],
        ['2027-01-02 17:00', '2027-01-03 00:00'],
        ['2027-02-06 17:00', '2027-02-07 00:00'],
        ['2027-03-06 17:00', '2027-03-07 00:00'],
        ['2027-04-03 17:00', '2027-04-04 00:00'],
        ['2027-05-01 17:00', '2027-05-02 00:00'],
        ['2027-06-05 17:00', '2027-06-06 00:00'],
        ['2027-07-03 17:00', '2027-07-04 00:00'],
        ['2027-08-07 17:00', '2027-08-08 00:00'],
      ],
      ['overnight'],
    ),
    events('Poetry Stud', 'MEC-d5eceb1c13be6b38fd829fe17fe77326@example.org', indianapolis, [
      ['2026-08-18 15:00', '2026-08-18 15:30'],
      ['2026-08-22 11:00', '2026-08-22 11:30'],
      ['2026-08-22 15:00', '2026-08-22 15:30'],
    ]),
    events(
      'Tennist of Marke Recita Poetr Pain Holiday Recital',
      'MEC-9211601fc822a633d25749313129009a@example.org',
      indianapolis,
      [
        ['2026-08-05 18:30', '2026-08-05 20:00'],
        ['2026-09-02 18:30', '2026-09-02 20:00'],
        ['2026-09-02 22:30', '2026-09-03 00:00'],
        ['2026-10-07 18:30', '2026-10-07 20:00'],
        ['2026-11-04 18:30', '2026-11-04 20:00'],
        ['2026-12-02 18:30', '2026-12-02 20:00'],
      ],
    ),
  ],
  '18': [
    // nothing names the first, and the rest of the file is read
    events(undefined, 'jupqlfaal9iskfc562dl5pteok@google.com', indianapolis, [
      ['2023-08-11 15:00', '2023-08-11 16:30'],
    ]),
    // of three days in a row, each of three days, the first is left
    events('Thea Theatre Exhibitr - Pai Camp', '6f3unsbcg141lck727q5q3sr8u@google.com', indianapolis, [
      ['2025-10-10', '2025-10-12'],
    ]),
    // the UNTIL is the day of the last one
    events('Swimtr Tutorl Less Tennism', '5f4n0qqmen1oksj15p2qahvp9t@google.com', indianapolis, [
      ['2022-08-12 18:00', '2022-08-12 21:00'],
      ['2022-09-09 18:00', '2022-09-09 21:00'],
      ['2022-11-11 18:00', '2022-11-11 21:00'],
      ['2022-12-09 18:00', '2022-12-09 21:00'],
    ]),
    events("Bre Science' Museum", '1h4t7ui619j2g2t5funks3tq7m@google.com', indianapolis, [
      ['2022-04-21 19:00', '2022-04-21 21:00'],
    ]),
  ],
  '19': [
    events(
      'Tut History Read: Boardhistor conc Recit Orches paintin',
      'tag:localist.com,2008:EventInstance_53104826109387',
      ny,
      [['2026-09-24', '2026-09-24']],
    ),
    events(
      'Tut History Read: Tenniso Break swimte by bre Swimsumme Pupilspri',
      'tag:localist.com,2008:EventInstance_53104826071481',
      ny,
      [['2026-07-23 19:30', '2026-07-23 23:00']],
    ),
    events(
      `Trackb's Gardenp seminarl: "Spr a Holid" - Concertforu Readi Gradecns conc Counci Pupilf Summerp`,
      'tag:localist.com,2008:EventInstance_53188213419889',
      ny,
      [['2026-07-24 18:00', '2026-07-24 20:00']],
    ),
  ],
  '26': [
    events(
      'libr',
      `${exchange}0000000070DE40F38786D601000000000000000010000000D2A9BA8A3668CA4ABB2CC6838268179F`,
      berlin,
      [['2020-09-10 09:00', '2020-09-10 09:30']],
    ),
    // Monday to Saturday, the UNTIL is the start of the last one
    events(
      "Orc Marketrea's Coun time",
      `${exchange}000000008001F1896B63D3010000000000000000100000005D0552D848712746896D6C8E2E066560`,
      berlin,
      each(
        '09:00',
        '09:30',
        `2020-06 09 10 11 12 13 15 16 17 18 19 20 22 23 24 25 26 27 29 30
         2020-07 01 02 03 04 06 07 08 09 10 11 13 14 15 16 17 18 20 21 22 23 24 25 27 28 29 30 31
         2020-08 01 03 04 05 06 07 08 10 11 12 13 14 15 17 18 19 20 21 22 24 25 26 27 28 29 31
         2020-09 01 02 03 04 05 07 08 09 10 11 12 14 15 16 17 18 19 21 22 23 24 25 26 28 29 30
         2020-10 01 02 03 05 06 07 08 09 10 12 13 14 15 16 17 19 20 21 22 23 24 26 27 28 29 30 31
         2020-11 02 03 04 05 06 07 09 10 11 12 13 14 16 17 18 19 20 21 23 24 25 26 27 28 30
         2020-12 01 02 03 04 05 07 08 09 10 11 12 14 15 16 17 18 19 21 22 23 24 25 26 28 29 30 31
         2021-01 01 02 04 05 06 07 08 09 11 12 13 14 15 16 18 19 20 21 22 23 25 26 27 28 29 30
         2021-02 01 02 03 04 05 06 08 09 10 11 12 13 15 16 17 18 19 20 22 23 24 25 26 27
         2021-03 01 02 03 04 05 06 08 09`,
      ),
    ),
    events(
      'Wor bre boarde exhibit 1',
      `${exchange}000000007070639B9D82D601000000000000000010000000690B7C3173632247A60664DDD8E0160E`,
      losAngeles,
      [['2020-09-15 08:30', '2020-09-15 09:30']],
    ),
    // Tuesdays, Thursdays, Fridays and Sundays less six, which stand on two lines of the file
    events(
      'Wor bre boarde exhibit concer',
      `${exchange}00000000C8CF296B9654D60100000000000000001000000031C6A267A9E4A2489CEB57D709E7A37F`,
      losAngeles,
      each(
        '12:00',
        '12:30',
        `2020-07 07 09 10 12 14 16 17 19 24 26 30 31
         2020-08 02 04 06 07 09 11 14 16 18 20 21 23 27 28 30
         2020-09 01 04 06 08 10 11 13 15 17 18 20 22 24 25 27 29
         2020-10 01 02 04 06 08 09 11 13 15 16 18 20 22 23 25 27 29 30
         2020-11 01 03 05 06 08 10 12 13 15 17 19 20 22 24 26 27 29
         2020-12 01 03 04 06 08 10 11 13 15 17 18 20 22 24 25 27 29 31
         2021-01 01 03 05 07 08 10 12 14 15 17 19 21 22 24 26 28 29 31
         2021-02 02 04 05 07 09 11 12 14 16 18 19 21 23 25 26 28
         2021-03 02 04 05 07 09`,
      ),
    ),
  ],
  // Tuesdays and Thursdays in the zone of the site; 18 August begins there after the UNTIL. 26 February is moved
  '27': [
    events(
      'Paradesw Soccergra Libr',
      'exchange-moved-recurrence',
      ny,
      wholeDays(
        `2026-02 19 24 27
         2026-03 03 05 10 12 17 19 24 26 31
         2026-04 02 07 09 14 16 21 23 28 30
         2026-05 05 07 12 14 19 21 26 28
         2026-06 02 04 09 11 16 18 23 25 30
         2026-07 02 07 09 14 16 21 23 28 30
         2026-08 04 06 11 13`,
      ),
    ),
  ],
}

describe('05 §8 all events of a sample with series, with title, UID, start, end, zone, all-day and warnings', () => {
  it.each(Object.entries(complete))('%s', (number, lists) => {
    expect(toldOf(number)).toEqual(lists.flat())
  })
})
