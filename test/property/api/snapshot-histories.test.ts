import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Pace } from '../../../services/wiring/snapshots/keeping.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const X = '/calx/v1'
const KINDS = ['events', 'venues', 'organizers'] as const
const PACE: Pace = { dueChanges: 3, dueAtStop: 1, firstLookMs: 1, lookMs: 30, quietMs: 0 }

type Act = { readonly act: string; readonly kind: number; readonly which: number; readonly n: number }

const act: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom(
    'make',
    'make',
    'make',
    'rename',
    'trash',
    'restore',
    'purge',
    'tag',
    'move',
    'again',
    'again',
  ),
  kind: fc.nat({ max: 2 }),
  which: fc.nat({ max: 9 }),
  n: fc.nat({ max: 99 }),
})

const bodyOf = (kind: number, n: number, title: string): object =>
  kind > 0
    ? { title }
    : {
        title,
        start_date: `2027-0${1 + (n % 9)}-08 10:00:00`,
        end_date: `2027-0${1 + (n % 9)}-08 14:00:00`,
        ...(n % 3 === 0 ? { venue: { venue: `Hall ${n % 4}` } } : {}),
        ...(n % 2 === 0 ? { categories: [`Kind ${n % 3}`], description: `<p>Ünd ${n}</p>` } : {}),
      }

const perform = async (
  { ask }: EmbeddedService,
  one: Act,
  ids: readonly (readonly number[])[],
): Promise<void> => {
  const { act: what, kind, which, n } = one
  const name = KINDS[kind] ?? 'events'
  const [known = []] = [ids[kind]]
  const item = `${X}/${name}/${known[which % Math.max(1, known.length)] ?? 1}`
  switch (what) {
    case 'make':
      await (kind === 0
        ? ask('POST /cal/events/v1/events', { body: bodyOf(0, n, `Fair ${n}`) })
        : ask(`POST ${X}/${name}`, { body: { title: `Place ${n}`, status: 'publish' } }))
      return
    case 'rename':
      await ask(`PATCH ${item}`, { body: { title: `Renamed ${n}` } })
      return
    case 'trash':
      await ask(`DELETE ${item}`)
      return
    case 'restore':
      await ask(`PATCH ${item}`, { body: { status: 'publish' } })
      return
    case 'purge':
      await ask(`DELETE ${item}&force=true`)
      return
    case 'tag':
      await ask(`POST ${X}/events/${ids[0]?.[which % Math.max(1, ids[0].length)] ?? 1}`, {
        body: { tags: [1 + (n % 4)] },
      })
      return
    default:
      await ask(`PATCH ${item}`, { body: { slug: `slug-${n}`, ...(kind === 0 ? { featured: true } : {}) } })
  }
}

const idsIn = async ({ ask }: EmbeddedService): Promise<readonly (readonly number[])[]> => {
  const all: number[][] = []
  for (const name of KINDS) {
    const found: number[] = []
    for (const status of ['publish', 'trash']) {
      const { body } = await ask(`GET ${X}/${name}&status=${status}&per_page=50`)
      if (Array.isArray(body)) found.push(...(body as { id: number }[]).map(({ id }) => id))
    }
    all.push(found.sort((a, b) => a - b))
  }
  return all
}

/** What is answered of everything. */
const answers = async ({ ask }: EmbeddedService): Promise<unknown[]> => {
  const all: unknown[] = []
  for (const address of [
    ...[...KINDS, 'categories', 'tags'].map(name => `/cal/events/v1/${name}&per_page=50`),
    ...KINDS.flatMap(name =>
      ['publish', 'trash'].map(status => `${X}/${name}&context=edit&status=${status}`),
    ),
    '/cal/events/v1/events&search=Fair&start_date=2027-02-01',
    '/cal/events/v1/events&categories=kind-1&featured=true',
    '/admin/history',
  ])
    all.push((await ask(`GET ${address}`)).body)
  return all
}

it('whatever happened, and however often it was started in between, a start with a snapshot answers like one that folds everything', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 12, maxLength: 24 }), async acts => {
      const dataDir = temporaryFolder()
      const start = (env = {}) =>
        embeddedService(env, dataDir, undefined, undefined, undefined, { snapshotPace: PACE })
      let service = await start()
      for (const one of acts) {
        if (one.act === 'again') {
          await service.stop()
          service = await start()
        } else await perform(service, one, await idsIn(service))
      }
      await service.stop()
      service = await start()
      const taken = await answers(service)
      await service.stop()
      const folded = await start({ SNAPSHOTS: 'off' })
      expect(taken).toEqual(await answers(folded))
      await folded.stop()
    }),
    { numRuns: 6, seed: 33 },
  )
})
