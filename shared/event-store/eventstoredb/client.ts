import { EventStoreDBClient } from '@eventstore/db-client'
import { unlessLate } from '../../lifecycle.ts'
import { checkAddress, malformed } from './address.ts'

/**
 * A client that survives outages, for calls of ours (`own-calls.ts`): the driver's reconnecting fails behind everybody's back
 * while no node of a cluster can be found, or where it cannot read why a call failed; the next call tells.
 *
 * Throws RangeError when the address is not a connection string, or names what is not there.
 */
export const connect = (url: string): EventStoreDBClient => {
  const client = parsed(url)
  const reconnect = Reflect.get(client, 'handleError') as (...args: unknown[]) => Promise<void>
  Object.assign(client, {
    handleError: (...args: unknown[]) => reconnect(...args).catch(() => undefined),
  })
  return client
}

/** The driver waits for the end of each of its calls; one that does not end keeps nobody from going. */
const GOODBYE_MS = 1_000

/** Ends all calls. */
export const disconnect = async (client: EventStoreDBClient): Promise<void> => {
  await unlessLate(GOODBYE_MS, client.dispose())
}

/** The same address goes by the name of the product's later releases, too; this driver knows only the former. */
const parsed = (url: string): EventStoreDBClient => {
  checkAddress(url)
  try {
    return EventStoreDBClient.connectionString(url.replace(/^kurrentdb(?=:|\+discover:)/, 'esdb'))
  } catch {
    throw malformed()
  }
}
