import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { describe, expect, it } from 'vitest'
import {
  appendMessage,
  metadataProposal,
} from '../../../../shared/event-store/eventstoredb/append-message.ts'
import { deletedAt, deleteMessage } from '../../../../shared/event-store/eventstoredb/delete-message.ts'
import {
  logPageMessage,
  pageIn,
  streamPageMessage,
  type Page,
} from '../../../../shared/event-store/eventstoredb/read-message.ts'

// the driver's own classes are what servers are spoken to with

const ID = 'b1f7c1de-0000-4000-8000-000000000000'

const bytes = (message: { readonly serializeBinary: () => Uint8Array }) =>
  Buffer.from(message.serializeBinary())
const nameIn = (identifier: shared.StreamIdentifier | undefined) =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()

const optionsOf = (message: Buffer) => streams.ReadReq.deserializeBinary(message).getOptions()

describe('a page', () => {
  it.each([
    [{ from: 0n, count: 500 }, ['0', false, false, 0, '500']],
    [{ from: 5_000_000_000n, count: 1 }, ['5000000000', false, false, 0, '1']],
    [{ from: 'start', count: 2 }, ['0', true, false, 0, '2']],
    [{ from: 'end', count: 32 }, ['0', false, true, 1, '32']],
  ] satisfies readonly (readonly [Page, unknown])[])('of a stream: %o', (page, wanted) => {
    const options = optionsOf(streamPageMessage('event-für alle', page))
    const stream = options?.getStream()
    expect(nameIn(stream?.getStreamIdentifier())).toBe('event-für alle')
    expect([
      ...[stream?.getRevision(), stream?.hasStart(), stream?.hasEnd()],
      ...[options?.getReadDirection(), options?.getCount()],
    ]).toEqual(wanted)
    expect(stream?.hasRevision()).toBe(typeof page.from === 'bigint')
  })

  it.each([
    [{ from: 5_000_000_000n, count: 64 }, ['5000000000', '5000000000', false, false, 0, '64']],
    [{ from: 300n, count: 1, backwards: true }, ['300', '300', false, false, 1, '1']],
    [{ from: 'start', count: 64 }, [undefined, undefined, true, false, 0, '64']],
    [{ from: 'end', count: 1 }, [undefined, undefined, false, true, 1, '1']],
  ] satisfies readonly (readonly [Page, unknown])[])('of the log: %o', (page, wanted) => {
    const options = optionsOf(logPageMessage(page))
    const [all, position] = [options?.getAll(), options?.getAll()?.getPosition()]
    expect([
      ...[position?.getCommitPosition(), position?.getPreparePosition()],
      ...[all?.hasStart(), all?.hasEnd(), options?.getReadDirection(), options?.getCount()],
    ]).toEqual(wanted)
  })

  it('is asked for without a filter and links, with ids as texts', () => {
    for (const message of [
      streamPageMessage('a', { from: 0n, count: 1 }),
      logPageMessage({ from: 0n, count: 1 }),
    ]) {
      const options = optionsOf(message)
      expect([options?.hasNoFilter(), options?.getResolveLinks(), options?.hasSubscription()]).toEqual([
        ...[true, false, false],
      ])
      expect(options?.getUuidOption()?.hasString()).toBe(true)
    }
  })

  it('is answered with records, that there is no such stream, or what we do not ask for', () => {
    const { ReadEvent, StreamNotFound } = streams.ReadResp
    const event = new ReadEvent.RecordedEvent().setId(new shared.UUID().setString(ID)).setStreamRevision('7')
    const of = (answer: InstanceType<typeof streams.ReadResp>) => pageIn(bytes(answer))
    const answer = () => new streams.ReadResp()
    expect(of(answer().setEvent(new ReadEvent().setEvent(event)))).toMatchObject({ id: ID, revision: 7n })
    expect(of(answer().setEvent(new ReadEvent().setLink(event)))).toBe('other')
    expect(of(answer().setStreamNotFound(new StreamNotFound()))).toBe('missing')
    expect(of(answer().setFirstStreamPosition('1'))).toBe('other')
  })
})

describe('a deletion', () => {
  it('is of a stream, whatever its revision is', () => {
    const options = streams.DeleteReq.deserializeBinary(deleteMessage('event-für alle')).getOptions()
    expect([nameIn(options?.getStreamIdentifier()), options?.hasAny()]).toEqual(['event-für alle', true])
  })

  it('is answered with its place, or without', () => {
    const at = new streams.DeleteResp.Position().setCommitPosition('5000000000').setPreparePosition('7')
    expect(deletedAt(bytes(new streams.DeleteResp().setPosition(at)))).toEqual({ position: 5_000_000_000n })
    expect(deletedAt(bytes(new streams.DeleteResp().setNoPosition(new shared.Empty())))).toEqual({
      position: null,
    })
  })
})

it('metadata of a stream is a record of a stream of its own, without metadata', () => {
  const message = appendMessage(1, metadataProposal('event-für alle', { $maxAge: 5 }), 3n)
  const request = streams.BatchAppendReq.deserializeBinary(message)
  const [record] = request.getProposedMessagesList()
  expect(nameIn(request.getOptions()?.getStreamIdentifier())).toBe('$$event-für alle')
  expect(record?.getMetadataMap().get('type')).toBe('$metadata')
  expect(Buffer.from(record?.getData_asU8() ?? []).toString()).toBe('{"$maxAge":5}')
  expect(record?.getCustomMetadata_asU8()).toHaveLength(0)
})
