import type { StreamName } from '../../shared/kernel/brands.ts'
import { accountStream, slugStream } from '../../shared/facts/claim.ts'
import type { ItemKind } from '../../shared/facts/common.ts'
import { foldName } from '../../shared/kernel/text/spelling.ts'
import { user } from '../accounts/user.ts'
import { holdersOf } from '../calendar/claim-stream.ts'
import { formerNameStreams, termNameStream } from '../calendar/claims.ts'
import { isKept } from '../calendar/in-use.ts'
import { itemKinds } from '../calendar/kinds.ts'
import { loadItem } from '../calendar/purged.ts'
import { term } from '../calendar/term/term.ts'
import { folded } from '../handle.ts'
import { idIn, wrong, type Check, type Found, type Reads } from './found.ts'

/** Nothing is wrong when it holds one of the streams. */
const holding = async (
  store: Reads,
  name: StreamName,
  what: string,
  streams: readonly StreamName[],
): Promise<readonly string[]> => {
  const id = idIn(name)
  for (const stream of streams)
    if ((await holdersOf(store, stream)).holders.some(({ owner }) => owner === id)) return []
  return [`${name} has no claim on its ${what} (${streams[0] ?? ''})`]
}

const stateOf = async (store: Reads, noun: ItemKind, id: number) => {
  switch (noun) {
    case 'event':
      return (await loadItem(store, itemKinds.event, id)).state
    case 'venue':
      return (await loadItem(store, itemKinds.venue, id)).state
    case 'organizer':
      return (await loadItem(store, itemKinds.organizer, id)).state
  }
}

/** What is in the trash, and what was purged, holds nothing; what was merged keeps its slug, which leads to the other. */
export const checkItem =
  (noun: ItemKind): Check =>
  async (store, { name }) => {
    const state = await stateOf(store, noun, idIn(name))
    const isFree = state === null || (state.trashed !== null && state.trashed.into === undefined)
    if (isFree || state.values.slug === '') return wrong()
    return wrong(...(await holding(store, name, 'slug', [slugStream(noun, state.values.slug)])))
  }

export const checkTerm: Check = async (store, { name, records }) => {
  const { state } = folded(term, records)
  if (!isKept(state)) return wrong()
  const { values } = state
  const names = [termNameStream(values.taxonomy, values), ...formerNameStreams(values.taxonomy, values)]
  return wrong(
    ...(await holding(store, name, 'slug', [slugStream(values.taxonomy, values.slug)])),
    ...(await holding(store, name, 'name', names)),
  )
}

export const checkUser: Check = async (store, { name, records }): Promise<Found> => {
  const { state } = folded(user, records)
  if (state === null) return wrong()
  return wrong(
    ...(await holding(store, name, 'login', [accountStream('login', foldName(state.login))])),
    ...(await holding(store, name, 'e-mail address', [accountStream('email', foldName(state.email))])),
  )
}
