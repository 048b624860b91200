import { expect, it } from 'vitest'
import {
  streamRevision,
  type Revision,
  logPosition,
  epochMs,
  isoTime,
} from '../../../shared/kernel/brands.ts'
import { siteOf } from '../../../services/wiring/read-side/site-texts.ts'
import { loadConfig } from '../../../shared/config.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { SITE_STREAM } from '../../../shared/facts/site.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'

const siteWith = (env: Record<string, string>) =>
  siteOf(loadConfig(env), () => epochMs(Date.UTC(2026, 0, 15))).current()

it.each([
  [{ PORT: '8090' }, 'http://127.0.0.1:8090', true],
  [{ HOST: '::1', PORT: '8090' }, 'http://[::1]:8090', true],
  [{ HOST: '0.0.0.0', PORT: '8090' }, 'http://0.0.0.0:8090', false],
  [{ SITE_URL: 'https://school.example/calendar/' }, 'https://school.example/calendar', true],
  [{ SITE_URL: 'http://school.example' }, 'http://school.example', false],
])('the site of %j is at %s; application passwords: %s (01 §8.1)', (env, baseUrl, passwords) => {
  expect(siteWith(env)).toMatchObject({ baseUrl, applicationPasswords: passwords })
})

it('a fixed zone has no name, but an offset (00 §7)', () => {
  expect(siteWith({ SITE_TIMEZONE: 'UTC+5:30' })).toMatchObject({ timezoneString: '', gmtOffset: '5.5' })
  expect(siteWith({ SITE_TIMEZONE: 'America/New_York' })).toMatchObject({
    timezoneString: 'America/New_York',
    gmtOffset: '-5',
  })
})

it('texts of items have another mark with every setting that they are made with, and the same with the same', () => {
  const { texts, directory } = siteOf(loadConfig({}), () => epochMs(0))
  const before = texts.mark
  let revision = -1
  const marks = [
    {},
    { url: 'https://other.example' },
    { timezoneString: 'Asia/Tokyo' },
    { timezoneString: '', gmtOffset: '5.5' },
    { currencySymbol: '€' },
    { currencyCode: 'EUR' },
    { currencyPosition: 'postfix' as const },
    { perPage: 20 },
  ].map(state => {
    directory.put({ state, revision: streamRevision(++revision) })
    return texts.mark
  })
  expect(new Set(marks.slice(0, -1)).size).toBe(7)
  expect([marks[0], marks.at(-1)]).toEqual([before, before])
})

const setTo = (revision: Revision, changes: JsonObject): StoredRecord => ({
  id: `00000000-0000-4000-8000-${String(revision).padStart(12, '0')}`,
  stream: SITE_STREAM,
  ...{ revision, position: logPosition(revision), type: 'SiteSettingsChanged', data: { changes } },
  meta: {
    ...{ actor: null, at: isoTime('2026-01-15T00:00:00.000Z'), source: 'operator', route: null },
    ...{ correlation: 'c', causation: null },
  },
})

it.each([
  ['an address', { url: [null, 'no address'] }, { url: ['no address', 'https://school.example'] }],
  [
    'a zone',
    { timezoneString: [null, 'No/Where'], name: [null, 'Other'] },
    { timezoneString: ['No/Where', 'Europe/Berlin'], url: [null, 'https://school.example'] },
  ],
] as const)(
  '%s in the log that cannot be used fails those who ask for it, and nobody who reads the log',
  (_what, damaged, mended) => {
    const { directory, current, texts } = siteOf(loadConfig({}), () => epochMs(Date.UTC(2026, 0, 15)))
    directory.apply([setTo(streamRevision(0), damaged)])
    expect(directory.revision()).toBe(0)
    expect(() => current()).toThrow()
    expect(() => texts.host).toThrow()
    directory.apply([setTo(streamRevision(1), mended)])
    expect(current().baseUrl).toBe('https://school.example')
    expect(texts.host).toBe('school.example')
  },
)
