import { expect } from 'vitest'
import type { EmbeddedService } from './embedded-service.ts'
import { applied, historyOf, tried, withIds, type AppliedImport, type TriedImport } from './tried-imports.ts'

const rowsOf = ({ items }: TriedImport | AppliedImport) =>
  items.map(({ position, outcome, reason, warnings, uid, title }) => ({
    ...{ position, outcome, reason, warnings, uid },
    // of what is withdrawn the record of the import has no title
    title: outcome === 'withdrawn' ? '' : title,
  }))

const countsOf = ({ status, reason, outcomes, reasons, warnings }: TriedImport | AppliedImport) => ({
  ...{ status, reason, outcomes, reasons, warnings },
})

type Told = TriedImport['items'][number]['changes'][number]

/** The events that the plan tells changes of, by the ids that they have when it is applied. */
const eventsTold = (plan: TriedImport, done: AppliedImport): ReadonlyMap<number, Told> => {
  const idAt = new Map(done.items.map(({ position, id }) => [position, id ?? 0]))
  return new Map(
    plan.items.flatMap(({ position, changes }) =>
      changes.flatMap(one =>
        one.type === 'event' ? [[one.id ?? idAt.get(position) ?? 0, one] as const] : [],
      ),
    ),
  )
}

/** At most `most` of them, from all over. */
const someOf = <Value>(values: readonly Value[], most: number): readonly Value[] => {
  const step = Math.max(1, Math.ceil(values.length / most))
  return values.filter((_, n) => n % step === 0)
}

const expectSameHistories = async (
  service: EmbeddedService,
  plan: TriedImport,
  done: AppliedImport,
  most: number,
): Promise<void> => {
  const events = eventsTold(plan, done)
  for (const [id, own] of someOf([...events], most)) {
    const told = await historyOf(service, done.import_id, id)
    expect([id, told]).toEqual([id, withIds(own.members)])
  }
  const others = new Set(done.items.flatMap(({ id }) => (id === null || events.has(id) ? [] : [id])))
  for (const id of someOf([...others], most))
    expect([id, await historyOf(service, done.import_id, id)]).toEqual([id, {}])
}

/**
 * Tries an import and applies it: the record, each item, and the histories of at most `most` events it changed, and as many
 * it did not, are what was said. Answers the import.
 */
export const expectAsPlanned = async (
  service: EmbeddedService,
  given: Readonly<Record<string, unknown>>,
  most: number,
): Promise<AppliedImport> => {
  const plan = await tried(service, given)
  expect(await tried(service, given)).toMatchObject({ plan: plan.plan })
  const done = await applied(service, given)
  expect(countsOf(plan)).toEqual(countsOf(done))
  expect(rowsOf(plan)).toEqual(rowsOf(done))
  // what would be made has no id before it is
  const made = new Set(done.items.flatMap(({ outcome, id }) => (outcome === 'created' ? [id] : [])))
  for (const [n, { id }] of done.items.entries())
    expect([n, plan.items[n]?.id]).toEqual([n, made.has(id) ? null : id])
  await expectSameHistories(service, plan, done, most)
  return done
}
