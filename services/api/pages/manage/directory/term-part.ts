import { type TermId, termId } from '../../../../../shared/kernel/brands.ts'
import type { TermQueries, TermRow } from '../../../../../projections/terms/queries.ts'
import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import type { TermValues } from '../../../../../shared/facts/term.ts'
import { PROPOSED_NAMES } from '../../../../../shared/limits/desk.ts'
import { can } from '../../../../../shared/rights.ts'
import type { TermDeps } from '../../../cal-v1/terms/term-deps.ts'
import type { TermKind } from '../../../cal-v1/terms/term-kinds.ts'
import { createTerm, deleteTerm, updateTerm } from '../../../cal-v1/terms/term-write.ts'
import type { Call } from '../../../platform/call.ts'
import type { CleanTextsAhead, Endpoint } from '../../../platform/route.ts'
import { nameOf } from '../../items/objects.ts'
import { only } from '../../signed-in.ts'
import { asking } from '../call.ts'
import type { IdFor } from '../../../../handle.ts'
import { recordsAt } from '../form/edited.ts'
import type { Fields } from '../form/merge.ts'
import { everyOne, PER_PAGE } from '../listing.ts'
import { eachOf } from '../several/each.ts'
import { ITEM_ACTIONS, refusedWith } from '../several/item-actions.ts'
import { cut, type Subject } from '../words.ts'
import { categoryFields, filledIn, tagFields, typedOf } from './fields.ts'
import type { Entry, Part } from './part.ts'

/** Where the desk finds categories and tags, and what it does to them. */
export type TermPartDeps = {
  readonly queries: Pick<TermQueries, 'list' | 'byIds' | 'byName' | 'fromRecords'>
  readonly recordsOf: (id: TermId) => Promise<readonly StoredRecord[]>
  readonly terms: TermDeps
  readonly ahead: CleanTextsAhead
}

/** None of their fields is an instant. */
const NO_ZONE = 'UTC'

const SORTS = ['name', 'count'] as const

/** Deleted at once: they have no trash (spec 02 §9). */
const DELETE = {
  ...ITEM_ACTIONS.purge,
  isOfTrash: false,
  question: (n: string) => `Delete ${n} for good? Events lose them, and nothing brings them back.`,
} as const

const sentOf = (some: readonly string[], typed: Fields): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    some.map(name => [name, name === 'parent' ? Number(typed['parent']) || 0 : (typed[name] ?? '')]),
  )

const commandsOf = ({ terms, ahead }: TermPartDeps, kind: TermKind) => {
  const ask = asking(ahead)
  const run = (endpoint: Endpoint, call: Call) => ask(endpoint, call, { ...call.sent, ...call.path })
  return {
    create: (call: Call, idFor: IdFor) => {
      const create: typeof terms.writes.create = async (values, context) =>
        terms.writes.create(values, context, await idFor(context))
      const writes = { ...terms.writes, create }
      return run(createTerm({ ...terms, writes }, kind, `/cal/events/v1/${kind.collection}`), call)
    },
    /** Refused with 409 where a member that it would change is not what it was in `seen`. */
    change: (call: Call, seen: TermValues) => {
      const change: typeof terms.writes.change = (id, patch, context) =>
        terms.writes.change(id, patch, context, seen)
      return run(updateTerm({ ...terms, writes: { ...terms.writes, change } }, kind), call)
    },
    remove: (call: Call) => run(deleteTerm(terms, kind), call),
  }
}

const isOf =
  ({ taxonomy }: TermKind) =>
  (row: TermRow) =>
    row.taxonomy === taxonomy

/** Names of what they are below. */
const parentsOf = async ({ byIds }: TermPartDeps['queries'], rows: readonly TermRow[]) => {
  const parents = await byIds([...new Set(rows.flatMap(({ parent }) => parent ?? []))])
  const names = new Map(parents.map(({ _id, values }) => [_id, cut(nameOf(values.name))] as const))
  return (row: TermRow): Entry => {
    const about = row.parent === null ? '' : (names.get(row.parent) ?? '')
    return {
      ...{ id: row._id, status: null, modified: row.modified, mayEdit: true, about, place: about },
      name: cut(nameOf(row.values.name)) || `#${row._id}`,
    }
  }
}

type Known = (
  id: TermId,
) => Promise<{ readonly row: TermRow; readonly records: readonly StoredRecord[] } | null>

/** What is done to several. */
const severalOf = (
  { noun }: TermKind,
  { remove }: Pick<ReturnType<typeof commandsOf>, 'remove'>,
  known: Known,
): Part['several'] => ({
  specOf: action => (action === 'purge' ? DELETE : null),
  carryOut: async ({ ids }, _, callOf) =>
    eachOf(ids, async id => {
      const found = await known(termId(id))
      if (found === null) return { outcome: refusedWith(`There is no such ${noun}.`), title: '' }
      return { outcome: await remove(callOf(id, {})), title: cut(nameOf(found.row.values.name)) }
    }),
})

/** Categories or tags at the desk. */
export const termPart = (kind: TermKind, subject: Subject, deps: TermPartDeps): Part => {
  const { queries, recordsOf } = deps
  const fields = kind.nested ? categoryFields : tagFields
  const commands = commandsOf(deps, kind)
  const listed = {
    ...({ taxonomy: kind.taxonomy, hideEmpty: false, orderBy: 'name', descending: false } as const),
  }
  const known: Known = async id => {
    const records = await recordsOf(id)
    const row = records.length === 0 ? null : await queries.fromRecords(id, records)
    return row !== null && isOf(kind)(row) ? { row, records } : null
  }
  return {
    ...{ noun: kind.noun, subject, fields, tabs: ['any'], sorts: SORTS },
    aboutWord: kind.nested ? 'Below' : '',
    only: only(caller => can(caller, kind.right)),
    byArgument: Object.fromEntries(fields.map(({ name, label }) => [name, [name, label] as const])),
    find: async ({ search, sort, descending, page }) => {
      const { rows, total } = await queries.list({
        ...{ ...listed, descending, skip: (page - 1) * PER_PAGE, limit: PER_PAGE },
        orderBy: sort === 'count' ? 'count' : 'name',
        ...(search === '' ? {} : { search }),
      })
      return { rows: rows.map(await parentsOf(queries, rows)), total, counts: new Map([['any', total]]) }
    },
    all: most =>
      everyOne(most, async (skip, limit) => {
        const { rows } = await queries.list({ ...listed, skip, limit })
        return rows.map(await parentsOf(queries, rows))
      }),
    named: async name =>
      name === ''
        ? (await queries.list({ ...listed, skip: 0, limit: PROPOSED_NAMES })).rows
        : queries.byName(kind.taxonomy, name),
    byIds: async ids => {
      const rows = (await queries.byIds(ids.map(termId))).filter(isOf(kind))
      return rows.map(await parentsOf(queries, rows))
    },
    imageOf: async () => null,
    edited: async number => {
      const id = termId(number)
      const found = await known(id)
      if (found === null) return 'unknown'
      const { row, records } = found
      return {
        ...{ id, rev: row.rev, records, name: cut(nameOf(row.values.name)), origin: null },
        typed: typedOf(fields, row.values, NO_ZONE),
        asOf: async rev => {
          const before = recordsAt(records, rev)
          const then = before && (await queries.fromRecords(id, before))
          return then && typedOf(fields, then.values, NO_ZONE)
        },
        change: (some, typed, call) => commands.change({ ...call, sent: sentOf(some, typed) }, row.values),
      }
    },
    create: (typed, call, idFor) =>
      commands.create({ ...call, sent: sentOf(filledIn(fields, typed), typed) }, idFor),
    several: severalOf(kind, commands, known),
  }
}
