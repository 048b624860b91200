import { randomUUID } from 'node:crypto'
import type { Revision } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { claimCodec, identityStreamOf, type ClaimFact } from '../../../shared/facts/claim.ts'
import { recordId } from '../../../shared/facts/codec.ts'
import type { Context } from '../../handle.ts'
import type { LineOf } from '../format/lines.ts'

/** Far below what one append takes. */
const AT_ONCE = 1_000

type Claim = LineOf<'identities'>['claims'][number]

const factOf = ({ owner, released, occurrence, revision }: Claim): ClaimFact =>
  released === true
    ? { type: 'Released', owner }
    : {
        type: 'Claimed',
        owner,
        ...(occurrence === undefined ? {} : { occurrence }),
        ...(revision === undefined ? {} : { revision }),
      }

/** Goes on where it ended before: whatever is there of the stream came from this line. */
export const carryIdentity = async (
  store: EventStore,
  { kind, key, claims }: LineOf<'identities'>,
  context: Context,
): Promise<void> => {
  const stream = identityStreamOf(kind, key)
  const there = await store.read(stream)
  let expected: Revision | 'absent' = there.at(-1)?.revision ?? 'absent'
  for (let from = there.length; from < claims.length; from += AT_ONCE) {
    const cause = randomUUID()
    const records = claims.slice(from, from + AT_ONCE).map((claim, n) => ({
      id: recordId(cause, n),
      ...claimCodec.encode(factOf(claim)),
      // series ask which import brought what (spec 05 §5)
      meta: { ...context, correlation: claim.correlation },
    }))
    expected = (await store.append(stream, records, expected)).revision
  }
}
