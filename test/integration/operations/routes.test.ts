import { beforeAll, describe, expect, it } from 'vitest'
import { textOf } from '../../../scripts/routes/print.ts'
import { routeRows, type RouteRow } from '../../../scripts/routes/rows.ts'
import { composeService } from '../../../services/wiring/compose.ts'
import { loadConfig } from '../../../shared/config.ts'
import { quiet } from '../../support/quiet.ts'
import { ADMIN_PASSWORD } from '../../support/service-process.ts'
import { madeFolder } from '../../support/temporary-folder.ts'

/** What the index of a running service lists, and what is printed of the same service. */
const seen: { index: readonly string[]; rows: readonly RouteRow[] } = { index: [], rows: [] }

beforeAll(async () => {
  const { folder, remove } = madeFolder()
  const config = loadConfig({
    DATA_DIR: folder,
    ADMIN_PASSWORD: 'not used here',
    ADMIN_APPLICATION_PASSWORD: ADMIN_PASSWORD,
  })
  const service = await composeService(config, quiet())
  const index = await service.app.inject('/index.php?rest_route=/')
  seen.index = Object.keys(index.json<{ routes: object }>().routes)
  seen.rows = await routeRows(service.operatorApp())
  await service.stop()
  remove()
})

const row = (method: string, path: string): RouteRow | undefined =>
  seen.rows.find(one => one.path === path && one.methods.includes(method) && one.group !== 'files')

const required = (method: string, path: string): readonly string[] | undefined =>
  row(method, path)
    ?.arguments.filter(argument => argument.required)
    .map(({ name }) => name)

describe('npm run routes', () => {
  it('has every route of the index, in its order, and no other', () => {
    const rest = seen.rows.filter(({ group }) => group === 'rest').map(({ path }) => path)
    expect(seen.index.length).toBeGreaterThan(40)
    expect([...new Set(rest)]).toEqual(seen.index)
  })

  it.each([
    ['GET', '/cal/events/v1/events', 'guest', false],
    ['POST', '/cal/events/v1/events', 'contributor', false],
    ['GET', '/cal/events/v1/events/{id}', 'guest', true],
    ['PATCH', '/cal/events/v1/events/{id}', 'contributor', true],
    ['DELETE', '/cal/events/v1/venues/by-slug/{slug}', 'contributor', true],
    ['POST', '/cal/events/v1/categories', 'author', false],
    ['POST', '/cal/events/v1/tags', 'editor', false],
    ['GET', '/oembed/1.0/proxy', 'contributor', false],
    ['POST', '/admin/imports', 'editor', false],
    ['POST', '/admin/merge/{type}/{id}', 'editor', false],
    ['DELETE', '/admin/merge/{type}/{id}', 'editor', false],
    ['POST', '/admin/subscriptions', 'administrator', false],
    ['DELETE', '/admin/subscriptions/{import_id}', 'administrator', false],
    ['POST', '/admin/subscriptions/{import_id}/ping', 'administrator', false],
    ['POST', '/operator/create-user', 'operator', false],
    ['POST', '/manage/venues/{id}/merge', 'editor', false],
    ['GET', '/manage/tags', 'editor', false],
    ['GET', '/imports', 'editor', false],
    ['GET', '/account', 'subscriber', false],
    ['POST', '/onboarding', 'administrator', false],
    ['GET', '/events', 'guest', false],
  ])('01 §9 %s %s is for %s, by the item: %s', (method, path, who, itemDecides) => {
    expect(row(method, path)).toMatchObject({ who, itemDecides })
  })

  it('tells which arguments must be sent, and leaves out those that the path gives', () => {
    expect(required('POST', '/cal/events/v1/events')).toEqual(['title', 'start_date', 'end_date'])
    expect(required('PUT', '/cal/events/v1/events/{id}')).toEqual([])
    const names = row('PUT', '/cal/events/v1/events/{id}')?.arguments.map(({ name }) => name)
    expect(names).toContain('title')
    expect(names).not.toContain('id')
  })

  it('has what the router alone knows, once each', () => {
    const files = seen.rows.filter(({ group }) => group === 'files')
    expect(files.map(({ methods, path }) => `${methods.join()} ${path}`).toSorted()).toEqual([
      'GET /assets/{mark}/{name}',
      'GET /event/{slug}/ical',
      'GET /events/category/*/ical',
      'GET /events/changes.atom',
      'GET /events/feed',
      'GET /events/ical',
      'GET /events/tag/{slug}/ical',
      'GET /feed',
      'GET /health/live',
      'GET /health/ready',
      'GET /history.atom',
      'GET /media/{file}',
      'GET /metrics',
      'GET /wp-content/uploads/*',
      'any /',
      'any /api',
      'any /api/*',
      'any /index.php',
    ])
  })

  it('prints a heading for each group, and a star for what must be sent', () => {
    const text = textOf(seen.rows.filter(({ path }) => path.startsWith('/cal/events/v1/tags')))
    const lines = text.split('\n')
    expect(lines[0]).toBe('REST cal/events/v1')
    expect(lines).toContain('POST      /cal/events/v1/tags  (editor)')
    expect(text).toMatch(/\n {10}name\* /)
  })
})
