import { randomUUID } from 'node:crypto'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js'
import type { Place } from './place.ts'
import type { Recorded } from './records.ts'

export const streamNameOf = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')

export const streamIdentifier = (name: string): StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(name).toString('base64'))

const hex = (bits: string) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0')

/** The usual text of either form; null: none was sent. */
export const uuidText = (uuid: UUID | undefined): string | null => {
  if (uuid === undefined) return null
  if (uuid.hasString()) return uuid.getString().toLowerCase()
  const bits = uuid.getStructured()
  if (bits === undefined) return null
  const digits = hex(bits.getMostSignificantBits()) + hex(bits.getLeastSignificantBits())
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const uuidMessage = (text: string, structured: boolean): UUID => {
  if (!structured) return new shared.UUID().setString(text)
  const digits = text.replaceAll('-', '')
  const half = (from: number) => String(BigInt.asIntN(64, BigInt(`0x${digits.slice(from, from + 16)}`)))
  return new shared.UUID().setStructured(
    new shared.UUID.Structured().setMostSignificantBits(half(0)).setLeastSignificantBits(half(16)),
  )
}

/** 100 ns units since 1970, which is how the server tells time. */
const ticks = (milliseconds: number) => String(BigInt(milliseconds) * 10_000n)

export const eventMessage = (record: Recorded, structuredIds: boolean): ReadResp => {
  const position = String(record.position)
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(uuidMessage(record.id, structuredIds))
    .setStreamIdentifier(streamIdentifier(record.stream))
    .setStreamRevision(String(record.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(record.data)
    .setCustomMetadata(record.metadata)
  recorded
    .getMetadataMap()
    .set('type', record.type)
    .set('content-type', record.contentType)
    .set('created', ticks(record.created))
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position),
  )
}

export const notFoundMessage = (stream: string): ReadResp =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream)),
  )

export const confirmationMessage = (): ReadResp =>
  new streams.ReadResp().setConfirmation(
    new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID()),
  )

export const checkpointMessage = ({ commit, prepare }: Place): ReadResp =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(String(commit)).setPreparePosition(String(prepare)),
  )

export const caughtUpMessage = (): ReadResp =>
  new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())
