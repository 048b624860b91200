import type { EventStore } from '../../../shared/event-store/port.ts'
import { userStream } from '../../../shared/facts/user.ts'
import { handle, type Context, type Handled } from '../../handle.ts'
import type { UserCommand, UserRefusal } from '../decide.ts'
import type { User, UserState } from '../state.ts'
import { user } from '../user.ts'
import type { UsersInMemory } from '../users-in-memory.ts'

export type Answer<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly refusal: UserRefusal }

export type Deciding = {
  /** What this process has just written counts at once. */
  readonly answer: (handled: Handled<UserState, UserRefusal>) => Answer<User>
  readonly decide: (command: UserCommand, context: Context) => Promise<Answer<User>>
  /** For the user of this login, unless there is none. */
  readonly forLogin: <Value>(
    login: string,
    work: (known: User) => Answer<Value> | Promise<Answer<Value>>,
  ) => Promise<Answer<Value>>
  readonly byLogin: UsersInMemory['byLogin']
}

/** Commands to users, and what comes of them. */
export const decidingOn = (store: EventStore, directory: UsersInMemory): Deciding => {
  const answer: Deciding['answer'] = handled => {
    if (!handled.ok) return handled
    const { state, revision } = handled
    if (state === null) throw new TypeError('an accepted command leaves a user')
    directory.put(state.id, { state, revision })
    return { ok: true, value: state }
  }
  return {
    answer,
    decide: async (command, context) =>
      answer(await handle(store, user, userStream(command.userId), command, context)),
    forLogin: async (login, work) => {
      const known = directory.byLogin(login)
      return known === null ? { ok: false, refusal: { code: 'user-not-found' } } : work(known)
    },
    byLogin: directory.byLogin,
  }
}
