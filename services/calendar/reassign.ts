import { itemIn } from '../../shared/facts/common.ts'
import type { UserId, StreamName } from '../../shared/kernel/brands.ts'
import type { Context } from '../handle.ts'
import { calendarOn } from './calendar.ts'
import { memberAfter, streamsWhere } from './having.ts'
import type { Writing } from './writing.ts'

/** Everything whose author is this user now, by what the log says. */
const itemsOf = ({ store }: Writing, author: UserId): Promise<ReadonlySet<StreamName>> => {
  const never = new AbortController().signal
  return streamsWhere(
    store,
    ['event-', 'venue-', 'organizer-'],
    record => {
      const now = memberAfter(record, 'author')
      return typeof now === 'number' ? now === author : undefined
    },
    never,
  )
}

/** Makes another user the author of everything of one, what is in the trash included; answers of how many items. */
export const reassignItems = async (
  writing: Writing,
  author: { readonly from: UserId; readonly to: UserId },
  context: Context,
): Promise<number> => {
  const calendar = calendarOn(writing)
  let count = 0
  for (const stream of await itemsOf(writing, author.from)) {
    const item = itemIn(stream)
    if (item === null) continue
    const done = await calendar[item.kind].attribute(item.id, author, context)
    // one that was purged in the meantime has no author
    if (done.ok && done.position !== null) count++
  }
  return count
}
