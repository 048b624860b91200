import { expect, it } from 'vitest'
import { streamRevision, epochMs } from '../../../shared/kernel/brands.ts'
import { siteOf, tellOfPasswords } from '../../../services/wiring/read-side/site-texts.ts'
import { siteCodec } from '../../../shared/facts/site.ts'
import { loadConfig } from '../../../shared/config.ts'
import { siteAggregate } from '../../../services/site/site.ts'

it.each([
  ['http://school.example', 'on', 'warn', 'application passwords are on although the address of the site'],
  ['http://school.example', 'auto', 'info', 'application passwords are off: the address of the site'],
  ['http://school.example', 'off', 'info', 'application passwords are off'],
  ['https://school.example', 'on', null, ''],
  ['https://school.example', 'auto', null, ''],
  ['http://localhost:8080', 'on', null, ''],
] as const)('01 §8.1 a start at %s with application_passwords %s: %s', (SITE_URL, set, level, text) => {
  const site = siteOf(loadConfig({ SITE_URL }), () => epochMs(0))
  const { type, data } = siteCodec.encode({
    type: 'SiteSettingsChanged',
    changes: { applicationPasswords: [null, set] },
  })
  const state = siteAggregate.evolve(siteAggregate.initial, siteCodec.decode(type, data))
  site.directory.put({ state, revision: streamRevision(0) })
  const told: string[] = []
  const as = (name: string) => (message: string) => told.push(`${name} ${message}`)
  tellOfPasswords(site.current(), { info: as('info'), warn: as('warn') })
  expect(told).toHaveLength(level === null ? 0 : 1)
  expect(told.join()).toContain(level === null ? '' : `${level} ${text}`)
})
