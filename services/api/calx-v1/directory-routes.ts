import { endOfTime, type TermId } from '../../../shared/kernel/brands.ts'
import type { DirectoryDeps, DirectoryItem, DirectoryValues } from '../items/directory-deps.ts'
import { finderById, mayAttribute, mayEdit, offeredBy, type Finder } from '../items/access.ts'
import { answerWritten, type Shown } from '../items/answer.ts'
import { membersOf, withoutReadForms } from '../items/stored-values.ts'
import type { Problems } from '../platform/arguments/arguments.ts'
import { type Call, contextOf } from '../platform/call.ts'
import { forbidden } from '../platform/answers/errors.ts'
import { type Endpoint, route, type Route } from '../platform/route.ts'
import type { DirectoryKind } from './directory-kind.ts'
import { listDirectory } from './directory-list.ts'
import { RAW_FORM, writtenForm } from './item-context.ts'
import { deleteItem } from './item-delete.ts'
import { readItem } from './item-read.ts'
import { admit, postProblems, titleNeeded, type SentPost } from './item-write.ts'

const NAMESPACE = 'calx/v1'

type Deps<Values> = DirectoryDeps<Values> & {
  readonly tagsExist: (ids: readonly TermId[]) => Promise<boolean>
}

type Kind<Values, Sent extends SentPost> = DirectoryKind<Values, Sent>

const writtenItem = <Values>(
  { noun }: { readonly noun: 'venue' | 'organizer' },
  { reads }: Deps<Values>,
  call: Call,
  since = reads.since,
): Shown<DirectoryItem<Values>> => ({
  noun,
  since,
  shown: async item => reads.calx(item, writtenForm(call)),
})

const createItem = <Values extends DirectoryValues, Sent extends SentPost>(
  kind: Kind<Values, Sent>,
  deps: Deps<Values>,
): Endpoint =>
  kind.write(['POST'], {
    problems: async (sent, call) => ({
      ...titleNeeded(sent),
      ...kind.problems(sent, null),
      ...(await postProblems(sent, { ...deps.writes, ...deps }, call)),
    }),
    handle: async (sent, call) => {
      if (!mayAttribute(sent.author, call)) return forbidden(call.caller)
      const { items, waitUntilVisible } = deps.writes
      const written = await items.create({ values: kind.valuesOf(sent, call) }, contextOf(call))
      return answerWritten(writtenItem(kind, deps, call), waitUntilVisible, 201, written)
    },
  })

/** What is stored already may come back, from those who may change it; it is looked at only where that decides. */
const keptOrProblems = async <Values extends DirectoryValues, Sent extends SentPost>(
  kind: Kind<Values, Sent>,
  { find }: Finder<DirectoryItem<Values>>,
  sent: Sent,
  call: Call,
): Promise<Problems> => {
  const found = kind.problems(sent, null)
  const item = Object.keys(found).length === 0 ? null : await find(call)
  return item !== null && mayEdit(call.caller, item) ? kind.problems(sent, item.values) : found
}

const updateItem = <Values extends DirectoryValues, Sent extends SentPost>(
  kind: Kind<Values, Sent>,
  deps: Deps<Values>,
  item: Finder<DirectoryItem<Values>>,
): Endpoint =>
  kind.write(['PUT', 'PATCH'], {
    offered: offeredBy(item),
    problems: async (sent, call) => ({
      ...(await keptOrProblems(kind, item, sent, call)),
      ...(await postProblems(sent, { ...deps.writes, ...deps }, call)),
    }),
    handle: async (sent, call) => {
      const { item: found, met } = await item.look(call)
      const admitted = admit(kind.noun, found, call, sent.status !== undefined)
      if (!admitted.ok) return admitted.answer
      if (!mayAttribute(sent.author, call)) return forbidden(call.caller)
      const { items, waitUntilVisible } = deps.writes
      const as = writtenItem(kind, deps, call, item.written(call))
      const asked = await withoutReadForms(
        sent,
        membersOf(() => deps.reads.calx(admitted.item, RAW_FORM)),
      )
      const change = (met: Values) => ({ ok: true, patch: kind.patchOf(asked, met, call) }) as const
      const written = await items.change(admitted.item._id, change, contextOf(call), met)
      return answerWritten(as, waitUntilVisible, 200, written)
    },
  })

/** The routes of organizers or venues, in index order (spec 00 §4). */
export const directoryRoutes = <Values extends DirectoryValues, Sent extends SentPost>(
  kind: Kind<Values, Sent>,
  deps: Deps<Values>,
): readonly Route[] => {
  const { reads, writes } = deps
  const path = `/${NAMESPACE}/${kind.plural}`
  const item = finderById<DirectoryItem<Values>>(reads)
  return [
    route(NAMESPACE, path, [listDirectory(kind, deps, path), createItem(kind, deps)], { batch: true }),
    route(
      NAMESPACE,
      `${path}/{id}`,
      [
        readItem({
          noun: kind.noun,
          find: item.find,
          shown: async (found, _, form) => ({ text: reads.calx(found, form), until: endOfTime }),
        }),
        updateItem(kind, deps, item),
        deleteItem({
          item,
          shown: call => writtenItem(kind, deps, call, item.written(call)),
          writes: writes.items,
          waitUntilVisible: writes.waitUntilVisible,
        }),
      ],
      { batch: true, self: false },
    ),
  ]
}
