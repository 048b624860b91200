import { userId, streamName, streamRevision, logPosition, isoTime } from '../../../shared/kernel/brands.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digestsOf } from '../../../shared/event-store/digest.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { PURGED, purgeCodec } from '../../../shared/facts/purge.ts'
import { SEALS } from '../../../shared/facts/seal.ts'
import { note } from '../../support/note.ts'
import { HOUR_MS, problemsOf, sealedLog, signal } from '../../support/sealed-log.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

const nameOf = ({ stream, revision }: StoredRecord) => `record ${revision} of ${stream}`

/** How many records are written to which streams before each seal; the last ones are not sealed. */
const chapters = fc.array(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }), {
  minLength: 2,
  maxLength: 5,
})

const logOf = async (all: readonly (readonly number[])[]): Promise<StoredRecord[]> => {
  const { clock, seal, write, everything } = sealedLog()
  for (const [n, chapter] of all.entries()) {
    for (const id of chapter) await write(streamName(`event-${id}`), `text ${n}`)
    if (n < all.length - 1) await seal({ records: 1, ms: HOUR_MS }, signal)
    clock.ms = plusMs(clock.ms, HOUR_MS)
  }
  return everything()
}

/** Something of every kind that somebody who can write the file might do to a record; the record that has to be named. */
const changes: readonly [name: string, change: (record: StoredRecord) => StoredRecord][] = [
  ['text', record => ({ ...record, data: { ...record.data, text: 'other' } })],
  ['type', record => ({ ...record, type: 'Other' })],
  ['time', record => ({ ...record, meta: { ...record.meta, at: isoTime('2027-03-01T10:00:00.001Z') } })],
  ['actor', record => ({ ...record, meta: { ...record.meta, actor: userId(8) } })],
  ['id', record => ({ ...record, id: '00000000-0000-4000-8000-000000000000' })],
  ['revision', record => ({ ...record, revision: streamRevision(record.revision + 100) })],
  ['stream', record => ({ ...record, stream: streamName('event-99') })],
]

/** Everything before the last seal, whose own record nothing holds yet. */
const sealedIn = (records: readonly StoredRecord[]) => {
  const last = records.findLastIndex(({ stream }) => stream === SEALS)
  return records.slice(0, last).filter(({ stream }) => stream !== SEALS)
}

it('finds nothing wrong in a log that nobody touched', async () => {
  await fc.assert(
    fc.asyncProperty(chapters, async all => {
      expect(await problemsOf(await logOf(all))).toEqual([])
    }),
    { numRuns: 50, seed: 20_270_301 },
  )
})

it.each(changes)('names the record of which the %s was changed', async (_, change) => {
  await fc.assert(
    fc.asyncProperty(chapters, fc.nat(), async (all, nth) => {
      const records = await logOf(all)
      const sealed = sealedIn(records)
      const chosen = sealed[nth % sealed.length]
      const tampered = records.map(record => (record === chosen ? change(record) : record))
      const changed = tampered.find((record, n) => record !== records[n])
      const [first] = await problemsOf(tampered)
      const isLast = chosen === sealed.at(-1)
      if (isLast) expect(first).toMatch(/is not what was sealed there|is not there any more/)
      else
        expect(first).toContain(
          `${changed === undefined ? '' : nameOf(changed)} is not what was sealed there`,
        )
    }),
    { numRuns: 25, seed: 20_270_302 },
  )
})

it('names what a record is missing behind, what was put there, and what stands elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(chapters, fc.nat(), async (all, nth) => {
      const records = await logOf(all)
      const sealed = sealedIn(records)
      const chosen = sealed[nth % sealed.length] as StoredRecord
      const at = records.indexOf(chosen)
      const before = records[at - 1]

      const without = records.filter(record => record !== chosen)
      const behind = before === undefined ? 'the beginning' : nameOf(before)
      const [lost] = await problemsOf(without)
      expect(lost).toBe(
        `a record behind ${behind} is not there any more, and nothing tells why (seal ${1 + records.slice(0, at).filter(({ stream }) => stream === SEALS).length})`,
      )

      const added: StoredRecord = {
        ...note('new'),
        stream: streamName('event-77'),
        revision: streamRevision(0),
        position: logPosition(chosen.position - 0.5),
      }
      const [put] = await problemsOf([...records.slice(0, at), added, ...records.slice(at)])
      expect(put).toContain('record 0 of event-77 was put there afterwards')

      const next = records[at + 1]
      if (next === undefined || !sealed.includes(next)) return
      const swapped = [...records.slice(0, at), next, chosen, ...records.slice(at + 2)]
      const [moved] = await problemsOf(swapped)
      expect(moved).toContain(`${nameOf(chosen)} stands elsewhere than where it was sealed`)
    }),
    { numRuns: 40, seed: 20_270_303 },
  )
})

it('finds nothing wrong where digests of what was deleted are told', async () => {
  await fc.assert(
    fc.asyncProperty(chapters, fc.integer({ min: 1, max: 4 }), async (all, id) => {
      const records = await logOf(all)
      const gone = records.filter(({ stream }) => stream === `event-${id}`)
      const [digests = ''] = digestsOf(gone)
      const fact = purgeCodec.encode({ type: 'ItemForgotten', kind: 'event', itemId: id, digests })
      const told: StoredRecord = {
        ...{ ...note(''), ...fact },
        ...{
          stream: streamName(`${PURGED}event-${id}`),
          revision: streamRevision(0),
          position: logPosition(1_000_000),
        },
      }
      const rest = records.filter(({ stream }) => stream !== `event-${id}`)
      if (gone.length === 0) return
      expect(await problemsOf([...rest, told])).toEqual([])
      expect((await problemsOf(rest)).length).toBe(
        sealedIn(records).filter(record => gone.includes(record)).length,
      )
    }),
    { numRuns: 40, seed: 20_270_304 },
  )
})
