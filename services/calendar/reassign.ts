import type { ItemKind } from '../../shared/facts/common.ts'
import { z } from 'zod'
import { untilLive } from '../../shared/event-store/until-live.ts'
import type { Context } from '../handle.ts'
import { calendarOn } from './calendar.ts'
import type { Writing } from './writing.ts'

const ITEM = /^(event|venue|organizer)-(\d+)$/
type Owned = { readonly noun: ItemKind; readonly id: number }

// Narrow on purpose: the whole log passes here.
const Said = z.object({
  values: z.object({ author: z.number() }).optional().catch(undefined),
  changes: z
    .object({ author: z.tuple([z.number(), z.number()]) })
    .optional()
    .catch(undefined),
})

/** Everything whose author is this user now, by what the log says. */
const itemsOf = async ({ store }: Writing, author: number): Promise<readonly Owned[]> => {
  const items = new Map<string, Owned>()
  const never = new AbortController().signal
  for await (const { records } of untilLive(store, ['event-', 'venue-', 'organizer-'], never)) {
    for (const { stream, data } of records) {
      const [, noun, number] = ITEM.exec(stream) ?? []
      const { values, changes } = Said.parse(data)
      const now = changes?.author[1] ?? values?.author
      if (now === undefined || (noun !== 'event' && noun !== 'venue' && noun !== 'organizer')) continue
      if (now === author) items.set(stream, { noun, id: Number(number) })
      else items.delete(stream)
    }
  }
  return [...items.values()]
}

/** Makes another user the author of everything of one, what is in the trash included; answers of how many items. */
export const reassignItems = async (
  writing: Writing,
  author: { readonly from: number; readonly to: number },
  context: Context,
): Promise<number> => {
  const calendar = calendarOn(writing)
  let count = 0
  for (const { noun, id } of await itemsOf(writing, author.from)) {
    const done = await calendar[noun].attribute(id, author, context)
    // one that was purged in the meantime has no author
    if (done.ok && done.position !== null) count++
  }
  return count
}
