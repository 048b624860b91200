import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askOracle, hasOracle } from '../../support/calendar-oracle/ask.ts'
import { SITE, beginOf, itemsOf, unique } from '../../support/calendar-oracle/readings.ts'

/** Monday to Saturday at nine in Berlin, from 9 June 2020 to 9 March 2021. */
const quotedSeries = (): readonly string[] => {
  const uid =
    '040000008200E00074C5B7101A82E008000000008001F1896B63D3010000000000000000100000005D0552D848712746896D6C8E2E066560'
  const [first, last, winter] = [Date.UTC(2020, 5, 9), Date.UTC(2021, 2, 9), Date.UTC(2020, 9, 25)]
  const days = Array.from(
    { length: (last - first) / 86_400_000 + 1 },
    (_, n) => new Date(first + n * 86_400_000),
  )
  return days
    .filter(day => day.getUTCDay() !== 0)
    .map(day => `${day.toISOString().slice(0, 10)}T0${day.getTime() < winter ? 7 : 8}:00:00Z ${uid}`)
}

describe.skipIf(!hasOracle())('an independent reader of calendars, on the samples', () => {
  const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'samples')
  const files = readdirSync(folder).filter(name => name.endsWith('.ics'))

  /** `end before start` (05 §7): the start stays; the other reader changes the two over. */
  const swapped = (uid: string, ...pairs: readonly (readonly [ours: string, theirs: string])[]) => ({
    ours: pairs.map(([ours]) => `${ours} ${uid}`),
    theirs: pairs.map(([, theirs]) => `${theirs} ${uid}`),
  })

  /** All there is of difference, each for a rule that makes us differ. */
  const explained: Readonly<Record<string, unknown>> = {
    '10': swapped('CAL-8a03932d-8a96243a-018a-d2b68038-00005e70demobedework@example.org', [
      '2026-08-26T17:00:00Z',
      '2026-04-23T16:30:00Z',
    ]),
    '11': swapped('MEC-f8ecea96e66c9000767f0a4975dc0a54@example.org', [
      '2026-09-06T01:00:00Z',
      '2026-09-05T08:00:00Z',
    ]),
    '13': {
      ours: [
        '2026-08-22T03:00:00Z 29d54c9d92345ede4bf48b461da0c3c4@example.org',
        '2026-08-23T00:30:00Z 319a27219a0c33c1f258a9506da5e037@example.org',
        '2026-08-29T03:00:00Z e82673c59d76d97f535244059a29a64f@example.org',
        '2026-08-30T00:30:00Z 28245b45d2502998104ef142a708f379@example.org',
        '2026-09-06T00:30:00Z f0bde4ee1c999943e277e5e2c7d86659@example.org',
      ],
      theirs: [
        '2026-08-22T00:00:00Z 29d54c9d92345ede4bf48b461da0c3c4@example.org',
        '2026-08-23T00:00:00Z 319a27219a0c33c1f258a9506da5e037@example.org',
        '2026-08-29T00:00:00Z e82673c59d76d97f535244059a29a64f@example.org',
        '2026-08-30T00:00:00Z 28245b45d2502998104ef142a708f379@example.org',
        '2026-09-06T00:00:00Z f0bde4ee1c999943e277e5e2c7d86659@example.org',
      ],
    },
    '14': swapped('77383517343bab29739b34814ba476a1@example.org', [
      '2026-09-08T14:00:00Z',
      '2026-01-04T03:00:00Z',
    ]),
    // 05 §8.5 UNTIL: a DATE on a timed series is that whole local day
    '18': { ours: ['2022-12-09T23:00:00Z 5f4n0qqmen1oksj15p2qahvp9t@google.com'], theirs: [] },
    // 05 §8.3 step 3: a display name of Windows is a zone
    '19': "ZoneInfoNotFoundError: 'No time zone found with key Eastern Time (US & Canada)'",
    // 05 §8.1: no calendar
    '23': "ValueError: Content line could not be parsed into parts: '<html>': <html>",
    '24': expect.stringMatching(/^ValueError: Content line could not be parsed/) as unknown,
    '25': "ValueError: Found no components where exactly one is required: b''",
    // 05 §8.1 quoted values: the quotes of `DTSTART;TZID="W. Europe Standard Time:2020…"` were never meant as such
    '26': { ours: quotedSeries(), theirs: [] },
    // 05 §8.4: a date is a day, whatever is said beside it
    '28': {
      ours: ['2018-07-02 56df0d2b37ded@example.org'],
      theirs: ['2018-07-01T22:00:00Z 56df0d2b37ded@example.org'],
    },
    '34': { ours: ['2027-05-10 mixed-1@example.org'], theirs: ['2027-05-10T00:00:00Z mixed-1@example.org'] },
  }

  it('reads the same occurrences', async () => {
    const cases = files.map(name => ({
      id: name.slice(0, 2),
      ics: readFileSync(join(folder, name)),
      from: '1900-01-01T00:00:00',
      to: '2028-11-28T00:00:00',
    }))
    const told = await askOracle(SITE, cases)
    const differing: Record<string, unknown> = {}
    for (const { id, ics } of cases) {
      const items = itemsOf(ics, '2026-11-27 12:00:00').filter(({ start_date: start }) => start !== undefined)
      const ours = unique(items.map(item => `${beginOf(item)} ${item.uid ?? ''}`))
      const answer = told.get(id)
      const theirs =
        answer === undefined || 'error' in answer
          ? (answer?.error ?? 'nothing')
          : unique(answer.begins.map(([uid, begin]) => `${begin} ${uid}`))
      if (JSON.stringify(ours) !== JSON.stringify(theirs))
        differing[id] =
          typeof theirs === 'string'
            ? theirs
            : { ours: ours.filter(x => !theirs.includes(x)), theirs: theirs.filter(x => !ours.includes(x)) }
    }
    expect(differing).toEqual(explained)
  })
})
