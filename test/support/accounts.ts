import { randomBytes, randomUUID } from 'node:crypto'
import { accountsOn } from '../../services/accounts/accounts.ts'
import type { UsersInMemory } from '../../services/accounts/users-in-memory.ts'
import { idSequence } from '../../services/calendar/ids.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'

/** Accounts of a process that knows the users of this directory. */
export const accountsIn = (store: EventStore, directory: UsersInMemory, ids = idSequence(store)) =>
  accountsOn({
    ...{ store, ids, directory },
    ...{ random: randomBytes, uuid: randomUUID, passwordCost: CHEAP_PASSWORDS },
  })
