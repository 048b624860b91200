import type { Accounts } from '../../../../accounts/accounts.ts'
import type { Sessions } from '../../../../accounts/sessions.ts'
import type { Forms } from '../../../../forms/forms.ts'
import type { UsersInMemory } from '../../../../accounts/users-in-memory.ts'
import type { Context } from '../../../../handle.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { UserDeskDeps } from '../../../operator/users.ts'
import type { Visit } from '../../page.ts'
import type { SessionDesk } from '../../session-desk.ts'

export type PeopleDeps = Pick<UserDeskDeps, 'reassign' | 'entrust' | 'settled'> & {
  readonly accounts: Pick<
    Accounts,
    'createUser' | 'setRole' | 'rename' | 'eraseUser' | 'makePasswordLink' | 'endSessions'
  >
  readonly forms: Forms
  readonly users: Pick<UsersInMemory, 'all' | 'byId' | 'byLogin'>
  readonly sessions: Pick<Sessions, 'latest' | 'of'>
  readonly events: Pick<EventReads, 'countOf'>
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly contextOf: (visit: Visit, route: string) => Context
}
