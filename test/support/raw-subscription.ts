import { credentials } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { onTestFinished } from 'vitest'

export type RawPlace = { readonly commit: bigint; readonly prepare: bigint }

export type RawWanted = {
  readonly port: number
  readonly from: RawPlace | 'start' | 'end'
  readonly prefix: string
  /** Events of a page, and pages between checkpoints. */
  readonly window: number
  readonly multiplier: number
}

/** One message of the server: its kind, and the place it tells. */
export type Heard = { readonly kind: string; readonly at: RawPlace | null }

const { ReadReq: Req } = streams
const empty = () => new shared.Empty()

const requestOf = ({ from, prefix, window, multiplier }: RawWanted): ReadReq => {
  const all = new Req.Options.AllOptions()
  if (from === 'start') all.setStart(empty())
  else if (from === 'end') all.setEnd(empty())
  else
    all.setPosition(
      new Req.Options.Position()
        .setCommitPosition(String(from.commit))
        .setPreparePosition(String(from.prepare)),
    )
  const filter = new Req.Options.FilterOptions()
    .setStreamIdentifier(new Req.Options.FilterOptions.Expression().setPrefixList([prefix]))
    .setMax(window)
    .setCheckpointintervalmultiplier(multiplier)
  const options = new Req.Options()
    .setAll(all)
    .setFilter(filter)
    .setSubscription(new Req.Options.SubscriptionOptions())
    .setUuidOption(new Req.Options.UUIDOption().setString(empty()))
  return new Req().setOptions(options)
}

const heard = (response: ReadResp): Heard => {
  const event = response.getEvent()?.getEvent()
  const checkpoint = response.getCheckpoint()
  const from = event ?? checkpoint
  if (from !== undefined)
    return {
      kind: event === undefined ? 'checkpoint' : 'event',
      at: { commit: BigInt(from.getCommitPosition()), prepare: BigInt(from.getPreparePosition()) },
    }
  if (response.hasConfirmation()) return { kind: 'confirmed', at: null }
  if (response.hasCaughtUp()) return { kind: 'caught up', at: null }
  return { kind: response.hasFellBehind() ? 'fell behind' : 'something else', at: null }
}

/** What a subscription is sent, in the order of the wire, which the client's own messages do not keep. */
export const hearing = (wanted: RawWanted): readonly Heard[] => {
  const client = new StreamsClient(`127.0.0.1:${wanted.port}`, credentials.createInsecure())
  const call = client.read(requestOf(wanted))
  const all: Heard[] = []
  call.on('data', (response: ReadResp) => all.push(heard(response)))
  call.on('error', ({ message }) => all.push({ kind: message, at: null }))
  onTestFinished(() => {
    call.cancel()
    client.close()
  })
  return all
}
