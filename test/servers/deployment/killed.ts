import { expect, it, vi } from 'vitest'
import { ADMIN_PASSWORD } from '../../support/service-process.ts'
import { LIMIT, type World } from './world.ts'

const ITEMS = 120

const losesNothing = async (world: World): Promise<void> => {
  await world.restore()
  const { command, feed } = world.deployment
  const [api] = world.apis
  const importing = command(
    'import',
    await feed('lesson', ITEMS, '20300501'),
    '--url',
    api.url,
    '--user',
    `admin:${ADMIN_PASSWORD}`,
  )
  const total = async () =>
    Number((await api.ask('GET', 'events&start_date=2030-01-01&end_date=2031-01-01')).body['total'])
  await vi.waitFor(async () => expect(await total()).toBeGreaterThan(0), LIMIT)
  await Promise.all([world.kill('workers'), world.kill('feeders')])
  await vi.waitFor(async () => expect(await total()).toBe(ITEMS), LIMIT)
  const imported = await importing
  expect(imported.code, imported.output).toBe(0)
  await world.ready()
  const titles = []
  for (const page of [1, 2, 3]) {
    const list = await api.ask(
      'GET',
      `events&start_date=2030-01-01&end_date=2031-01-01&per_page=50&page=${page}`,
    )
    titles.push(...(list.body['events'] as readonly { readonly title: string }[]).map(({ title }) => title))
  }
  expect(new Set(titles).size).toBe(ITEMS)
  expect(titles).toHaveLength(ITEMS)
}

export const killed = (world: World): void => {
  it(
    'processes that are killed lose nothing of an import, and nothing of it happens twice',
    () => losesNothing(world),
    900_000,
  )
}
