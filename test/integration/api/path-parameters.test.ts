import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { composeService } from '../../../services/wiring/compose.ts'
import { declaredPaths, routeTableOf } from '../../../services/api/route-table.ts'
import { loadConfig } from '../../../shared/config.ts'
import { APPLICATION_PASSWORD, basic } from '../../support/embedded-service.ts'
import { quiet } from '../../support/quiet.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const LENGTHS = [0, 1, 100, 101, 200, 201, 2_048]
const VALUES = [
  ...LENGTHS.flatMap(length => ['a'.repeat(length), '7'.repeat(length)]),
  ...[
    '%00',
    '%ff',
    '%C3',
    '..',
    '%2e%2e',
    '%2F',
    'a%00b',
    '%ED%A0%80',
    '%E2%80%AE',
    '__proto__',
    'constructor',
  ],
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The path with one variable part as given and the others as they might be. */
const variants = (path: string, variable: RegExp): readonly string[] => {
  const count = [...path.matchAll(variable)].length
  return Array.from({ length: count }, (_, which) => which).flatMap(which =>
    [...new Set(VALUES)].map(value => {
      let seen = 0
      return path.replaceAll(variable, () => (seen++ === which ? value : '1'))
    }),
  )
}

const started = async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: line => void lines.push(line) })
  const config = loadConfig({
    DATA_DIR: temporaryFolder(),
    SITE_URL: 'https://school.example',
    ADMIN_PASSWORD: 'the account password',
    ADMIN_APPLICATION_PASSWORD: APPLICATION_PASSWORD,
  })
  return { ...(await composeService(config, { ...quiet(), log })), lines }
}

describe('01 §1 path values: of any length and spelling', () => {
  it('no route fails because of one, and nobody has to look at the log', async () => {
    const { app, stop, lines, ...service } = await started()
    const operatorApp = service.operatorApp()
    const tables = await declaredPaths(operatorApp)
    const desks = tables.filter(path => /^\/(?:admin|operator)\//.test(path))
    const routed = [
      ...routeTableOf(operatorApp).addresses.flatMap(({ path }) => [path, `${path}/`]),
      ...(await routeTableOf(operatorApp).pages()).flatMap(({ path }) => [path, `${path}/`]),
    ]
    const addresses = [
      ...routed.flatMap(path => variants(path, /:\w+|\*/g)),
      ...desks.flatMap(path => variants(path, /\{\w+\}/g)),
      ...tables
        .filter(path => !desks.includes(path))
        .flatMap(path => variants(path, /\{\w+\}/g))
        .map(path => `/index.php?rest_route=${path}`),
    ]
    // pages, feeds, media, assets; imports of the desk; items of both generations, callbacks
    for (const known of ['/event/:slug/', '/media/:file', '/assets/:mark/:name', '/events/tag/:slug/ical'])
      expect(routed).toContain(known)
    expect(desks).toContain('/admin/imports/{import_id}')
    expect(tables).toContain('/cal/events/v1/events/by-slug/{slug}')
    expect(addresses.length).toBeGreaterThan(1_000)

    const failures: string[] = []
    for (const url of new Set(addresses))
      for (const [who, headers] of [
        ['guest', {}],
        ['administrator', basic('admin')],
      ] as const)
        for (const method of METHODS) {
          const of = url.startsWith('/operator/') ? operatorApp : app
          const { statusCode } = await of.inject({
            method,
            url,
            headers: { ...headers, accept: 'text/html' },
          })
          if (statusCode >= 500) failures.push(`${who} ${method} ${url.slice(0, 200)}: ${statusCode}`)
        }
    expect(failures).toEqual([])
    expect(lines).toEqual([])
    await stop()
  })
})
