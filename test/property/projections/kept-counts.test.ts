import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noMark } from '../../../projections/engine/board.ts'
import type { Projection } from '../../../projections/engine/projection.ts'
import { runProjections } from '../../../projections/engine/runner.ts'
import { writingSteps } from '../../../projections/engine/step-writes.ts'
import { pictures } from '../../../projections/pictures/store.ts'
import { organizers } from '../../../projections/organizers/store.ts'
import { terms } from '../../../projections/terms/store.ts'
import { venues } from '../../../projections/venues/store.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Documents } from '../../../shared/documents/port.ts'
import type { Followed, StoredRecord } from '../../../shared/event-store/port.ts'
import { collections } from '../../support/collections.ts'
import { firstInAnyOrder, later } from '../../support/counted-facts.ts'
import { lossyDocuments, type Loss } from '../../support/lossy-documents.ts'
import { truthful } from '../../support/mixed-facts.ts'
import { site } from '../../support/read-models.ts'
import { recorder } from '../../support/recorded.ts'

const noImages = async () => new Map()
const NAMES = ['terms', 'venues', 'organizers', 'pictures'] as const
type Name = (typeof NAMES)[number]

const MODELS: Readonly<Record<Name, (documents: Documents) => Promise<Projection>>> = {
  terms: terms(site),
  venues: venues(site, noImages),
  organizers: organizers(site, noImages),
  pictures: async (documents: Documents) => {
    const made = await pictures(documents)
    // here events have the numbers of venues and organizers
    return { ...made, prefixes: made.prefixes.filter(prefix => /^(image|event|purged-event)-/.test(prefix)) }
  },
}

const HELD = {
  terms: ['terms', 'termLinks'],
  venues: ['venues', 'venueLinks'],
  organizers: ['organizers', 'organizerLinks'],
  pictures: ['pictures', 'pictureUses'],
} as const satisfies Record<Name, readonly (keyof typeof collections)[]>

/** Whose lease it was says nothing to readers. */
const heldOf = (documents: Documents, name: Name) =>
  Promise.all(
    HELD[name].map(async of => {
      const stored = await documents.collection({ name: collections[of], indexes: [] })
      return (await stored.find({}, { sort: { _id: 1 } })).map(one => ({ ...one, epoch: 0 }))
    }),
  )

const madeAnew = async (name: Name, records: readonly StoredRecord[]) => {
  const documents = memoryDocuments({ strict: true, isShared: true })
  const { apply, prefixes } = await MODELS[name](documents)
  for (const record of records)
    if (prefixes.some(prefix => record.stream.startsWith(prefix))) await apply([record], 0)
  return heldOf(documents, name)
}

const losses: fc.Arbitrary<readonly Loss[]> = fc.array(
  fc.record({
    calls: fc.nat({ max: 12 }),
    how: fc.constantFrom('before', 'after', 'part', 'late', 'late', 'late'),
    n: fc.integer({ min: 1, max: 30 }),
  }),
  { maxLength: 6 },
)

/** One after the other has the lease: how large its steps are, how many it does before it dies, what of them it had not noted. */
const holders = fc.array(
  fc.record({
    inStep: fc.integer({ min: 1, max: 12 }),
    steps: fc.nat({ max: 6 }),
    unnoted: fc.nat({ max: 9 }),
  }),
  { maxLength: 3 },
)
type Holder = typeof holders extends fc.Arbitrary<readonly (infer One)[]> ? One : never

/** The log for one holder: ends after so many steps. */
const logOf = (records: readonly StoredRecord[], { inStep, steps }: Holder, done: () => void) => ({
  follow: async function* (after: number | null): AsyncIterable<Followed> {
    const rest = records.filter(({ position }) => position > (after ?? -1))
    for (let n = 0; n < Math.min(steps * inStep, rest.length); n += inStep) {
      const some = rest.slice(n, n + inStep)
      yield { records: some, reached: some.at(-1)?.position ?? null, live: false }
    }
    done()
  },
})

/** Tried again at once. */
const soon = (projection: Projection): Projection => ({
  ...projection,
  onFailure: failure => {
    const verdict = projection.onFailure(failure)
    return verdict.then === 'retry' ? { ...verdict, afterMs: 0 } : verdict
  },
})

const fed = async (
  documents: Documents,
  name: Name,
  records: readonly StoredRecord[],
  holding: readonly Holder[],
): Promise<void> => {
  let reached = noMark.reached
  for (const [n, holder] of holding.entries()) {
    const epoch = n + 1
    const ending = new AbortController()
    const projection = await writingSteps(documents, MODELS[name])
    // as whoever takes a lease tries until it is its own
    while (
      !(await projection.fence?.(epoch).then(
        () => true,
        () => false,
      ))
    );
    const store = logOf(records, holder, () => ending.abort())
    const keep = {
      load: async () => ({ ...noMark, reached }),
      report: (_: string, change: { readonly reached?: typeof reached }) => {
        if (change.reached !== undefined) reached = change.reached
      },
      save: null,
    }
    const deps = { store, keep, epoch, assure: async () => undefined, warn: () => undefined }
    await runProjections(deps, [soon(projection)], ending.signal)
    const noted = records
      .filter(({ position }) => position <= (reached ?? -1))
      .slice(0, -holder.unnoted || undefined)
    reached = noted.at(-1)?.position ?? null
  }
}

/** The same runs every time: each of the mistakes that there were is met by some of them. */
const SEED = 1

const TO_THE_END: Holder = { inStep: 2, steps: 1_000, unnoted: 0 }

it.each(NAMES)(
  'whatever answers of the server are lost, and whoever goes on from wherever: what is kept of %s is as if made anew',
  async name => {
    await fc.assert(
      fc.asyncProperty(
        firstInAnyOrder,
        fc.array(later, { minLength: 8, maxLength: 24 }),
        fc.record({ losses, holders, together: fc.boolean() }),
        async (first, facts, planned) => {
          const record = recorder()
          const records = truthful([...first, ...facts]).map(fact => record(fact))
          const documents = memoryDocuments({ strict: true, isShared: true })
          const lossy = lossyDocuments(documents, planned.losses)
          const seen = planned.together ? lossy.together : lossy.apart
          await fed(seen, name, records, [...planned.holders, TO_THE_END])
          await lossy.arrived()
          expect(await heldOf(documents, name)).toEqual(await madeAnew(name, records))
        },
      ),
      { numRuns: 300, seed: SEED },
    )
  },
)
