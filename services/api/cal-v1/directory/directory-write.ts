import { admit } from '../admit.ts'
import { type Call, contextOf } from '../../platform/call.ts'
import { forbidden } from '../../platform/answers/errors.ts'
import type { Endpoint, Resolved } from '../../platform/route.ts'
import type { DirectoryDeps, DirectoryItem, DirectoryValues } from '../../items/directory-deps.ts'
import type { DirectoryKind, SentItem } from './directory-kind.ts'
import { mayAttribute, offeredBy, type Finder } from '../../items/access.ts'
import { withImage } from '../item-images.ts'
import { answerWritten, type Shown } from '../../items/answer.ts'
import { ownerProblems, publicationProblems } from '../item-values.ts'
import { membersOf, withoutReadForms } from '../../items/stored-values.ts'

/** Venues or organizers as writes answer them. */
export const shownItem = <Values>(
  { noun }: { readonly noun: 'venue' | 'organizer' },
  { reads }: DirectoryDeps<Values>,
  since = reads.since,
): Shown<DirectoryItem<Values>> => ({
  noun,
  since,
  shown: item => reads.calSingle(item, { open: true, jsonLd: false }),
})

/** Step 5 of spec 01 §3. */
const resolve =
  <Values>({ writes }: DirectoryDeps<Values>) =>
  async (sent: SentItem, { at }: Call): Promise<Resolved<null>> => {
    const problems = { ...publicationProblems(sent, at), ...(await ownerProblems(writes, sent)) }
    return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, value: null }
  }

/** `POST /cal/events/v1/venues`, `/organizers`: always a new one, whatever its name. */
export const createItem = <Values extends DirectoryValues, Sent extends SentItem, New extends Sent>(
  kind: DirectoryKind<Values, Sent, New>,
  deps: DirectoryDeps<Values>,
): Endpoint =>
  kind.create({
    resolve: resolve(deps),
    handle: async (input, call) => {
      if (!mayAttribute(input.author, call)) return forbidden(call.caller)
      const ready = await withImage(deps.writes, input, call)
      if (!ready.ok) return ready.answer
      const { items, waitUntilVisible } = deps.writes
      const written = await items.create({ values: kind.valuesOf(ready.sent, call) }, contextOf(call))
      return answerWritten(shownItem(kind, deps), waitUntilVisible, 201, written)
    },
  })

/** Partial update by POST, PUT or PATCH. */
export const updateItem = <Values extends DirectoryValues, Sent extends SentItem, New extends Sent>(
  kind: DirectoryKind<Values, Sent, New>,
  declared: DirectoryKind<Values, Sent, New>['update'],
  deps: DirectoryDeps<Values>,
  item: Finder<DirectoryItem<Values>>,
): Endpoint =>
  declared({
    offered: offeredBy(item),
    resolve: resolve(deps),
    handle: async (input, call) => {
      const { item: found, met } = await item.look(call)
      const admitted = admit(kind.noun, found, call, input.status !== undefined)
      if (!admitted.ok) return admitted.answer
      if (!mayAttribute(input.author, call)) return forbidden(call.caller)
      const ready = await withImage(deps.writes, input, call)
      if (!ready.ok) return ready.answer
      const { items, waitUntilVisible } = deps.writes
      const as = shownItem(kind, deps, item.written(call))
      const sent = await withoutReadForms(
        ready.sent,
        membersOf(() => as.shown(admitted.item)),
      )
      const change = (met: Values) => ({ ok: true, patch: kind.patchOf(sent, met, call) }) as const
      const written = await items.change(admitted.item._id, change, contextOf(call), met)
      return answerWritten(as, waitUntilVisible, 200, written)
    },
  })
