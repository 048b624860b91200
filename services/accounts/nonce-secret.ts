import { unlessConflict, type EventStore } from '../../shared/event-store/port.ts'
import { NONCE_SECRET_STREAM, secretCodec } from '../../shared/facts/secret.ts'
import { recordId } from '../../shared/facts/codec.ts'
import type { Context } from '../handle.ts'
import type { RandomBytes } from './authenticate.ts'

const read = async (store: EventStore): Promise<string | null> => {
  const [first] = await store.read(NONCE_SECRET_STREAM, { limit: 1 })
  return first === undefined ? null : secretCodec.decode(first.type, first.data).secret
}

/** The key of all nonces, the same for every process of the log: whoever needs it first makes it. 64 hex. */
export const nonceSecret = async (
  store: EventStore,
  random: RandomBytes,
  context: Context,
): Promise<string> => {
  const known = await read(store)
  if (known !== null) return known
  const secret = Buffer.from(random(32)).toString('hex')
  const id = recordId(secret, 0)
  const fact = secretCodec.encode({ type: 'SecretMade', secret })
  await store.append(NONCE_SECRET_STREAM, [{ id, ...fact, meta: context }], 'absent').catch(unlessConflict)
  const made = await read(store)
  if (made === null) throw new TypeError('the key of the nonces is gone as soon as it was made')
  return made
}
