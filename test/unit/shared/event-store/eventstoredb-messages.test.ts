import rpc from '@eventstore/db-client/generated/status_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logPosition, streamName } from '../../../../shared/kernel/brands.ts'
import {
  appendAnswer,
  appendMessage,
  refusalOf,
  type AppendTo,
} from '../../../../shared/event-store/eventstoredb/append-message.ts'
import { deletedAt } from '../../../../shared/event-store/eventstoredb/delete-message.ts'
import {
  bytesIn,
  varintField,
  varintIn,
  messageField,
  messageOf,
  readFields,
  stringField,
  stringIn,
} from '../../../../shared/event-store/eventstoredb/protobuf.ts'
import { pageIn, subscribeMessage, toldIn } from '../../../../shared/event-store/eventstoredb/read-message.ts'

// the driver's own classes are what servers are spoken to with

const ID = 'b1f7c1de-0000-4000-8000-000000000000'
const MOST = 18_446_744_073_709_551_615n

const bytes = (message: { readonly serializeBinary: () => Uint8Array }) =>
  Buffer.from(message.serializeBinary())

const text = (content: string) => Buffer.from(content)

describe('an append', () => {
  const data = text(JSON.stringify({ title: 'Fest am Abend, öffentlich'.repeat(1_000) }))
  const meta = text('{}')
  const to: AppendTo = {
    ...{ stream: streamName('event-für alle'), expected: 'absent', bytes: 0, ids: [ID, ID] },
    bodies: [
      { type: 'EventCreated', data, meta },
      { type: 'EventRetitled', data: text('{}'), meta: text('{"at":1}') },
    ],
  }
  const sent = (expected: bigint | 'no_stream') =>
    streams.BatchAppendReq.deserializeBinary(appendMessage(300, to, expected))

  it('says which records go to which stream, whole', () => {
    const request = sent('no_stream')
    const records = request.getProposedMessagesList().map(record => ({
      id: record.getId()?.getString(),
      metadata: record.getMetadataMap().toObject(),
      data: Buffer.from(record.getData_asU8()).toString(),
      meta: Buffer.from(record.getCustomMetadata_asU8()).toString(),
    }))
    const json = ['content-type', 'application/json']
    expect(records).toEqual([
      { id: ID, metadata: [json, ['type', 'EventCreated']], data: data.toString(), meta: '{}' },
      { id: ID, metadata: [json, ['type', 'EventRetitled']], data: '{}', meta: '{"at":1}' },
    ])
    const name = request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []
    expect(Buffer.from(name).toString()).toBe('event-für alle')
    expect(request.getIsFinal()).toBe(true)
    expect(request.getCorrelationId()?.getStructured()?.getLeastSignificantBits()).toBe('300')
  })

  it.each([
    ['no_stream', true, '0'],
    [0n, false, '0'],
    [200n, false, '200'],
    [9_007_199_254_740_991n, false, '9007199254740991'],
  ] as const)('expects %s', (expected, isNew, revision) => {
    const options = sent(expected).getOptions()
    expect(options?.hasNoStream()).toBe(isNew)
    expect(options?.hasStreamPosition()).toBe(!isNew)
    expect(options?.getStreamPosition()).toBe(revision)
  })

  it('is given an hour, whatever the clock of the server says', () => {
    const until = sent(0n).getOptions()?.getDeadline()?.toDate().getTime() ?? 0
    expect(until - Date.now()).toBeGreaterThan(3_500_000)
    expect(until - Date.now()).toBeLessThan(3_700_000)
  })
})

describe('the answer to an append', () => {
  const answered = () => {
    const bits = new shared.UUID.Structured().setMostSignificantBits('-5').setLeastSignificantBits('300')
    return new streams.BatchAppendResp()
      .setCorrelationId(new shared.UUID().setStructured(bits))
      .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(text('note-1')))
  }
  const success = () => new streams.BatchAppendResp.Success()
  const at = (commit: string) =>
    new shared.AllStreamPosition().setCommitPosition(commit).setPreparePosition('7')

  it('tells revision and position', () => {
    const answer = answered().setSuccess(success().setCurrentRevision('0').setPosition(at('300')))
    expect(appendAnswer(bytes(answer))).toEqual({
      number: 300,
      revision: 0n,
      position: 300n,
      refused: undefined,
    })
    const large = answered().setSuccess(
      success().setCurrentRevision('129').setPosition(at('9007199254740993')),
    )
    expect(appendAnswer(bytes(large))).toMatchObject({ revision: 129n, position: 9_007_199_254_740_993n })
  })

  it('tells no position where the ids are known of old', () => {
    const answer = appendAnswer(bytes(answered().setSuccess(success().setCurrentRevision('3'))))
    expect(answer).toMatchObject({ number: 300, revision: 3n, position: undefined, refused: undefined })
  })

  it('is known by its number where the id comes as text, too', () => {
    const id = new shared.UUID().setString('ffffffff-ffff-fffb-0000-00000000012c')
    expect(appendAnswer(bytes(answered().setCorrelationId(id))).number).toBe(300)
  })

  it('has the reason of a refusal as it was sent', () => {
    const { refused } = appendAnswer(bytes(answered().setError(new rpc.Status().setMessage('Timeout'))))
    expect(rpc.Status.deserializeBinary(refused ?? text('')).getMessage()).toBe('Timeout')
  })
})

describe('why an append was refused', () => {
  const DETAILS = 3
  const status = (said: string, kind: string, details: Uint8Array = new Uint8Array()) => {
    const empty = new Uint8Array([(DETAILS << 3) | 2, 0])
    const made = rpc.Status.deserializeBinary(empty).setMessage(said)
    made.getDetails()?.pack(details, kind)
    return bytes(made)
  }
  const of = (said: string, kind = `event_store.client.${said}`, details?: Uint8Array) =>
    refusalOf(status(said, kind, details), streamName('note-1'))

  it.each([
    ['AccessDenied', 'access-denied', 'the user of EVENTSTORE_URL has no right to write there'],
    [
      'Timeout',
      'deadline-exceeded',
      'the server could not write it in its time; its disk is slow, or most of its nodes are away',
    ],
    ['Unknown', 'unknown', 'the server failed at it; its own log says why'],
  ])('%s is told in words', (said, type, message) => {
    expect(of(said)).toMatchObject({ type, message })
  })

  it('is told as the server says it, where it has no kind of its own', () => {
    const message = 'the server says: Server Is Not Ready'
    expect(of('Server Is Not Ready', 'google.protobuf.Empty').message).toBe(message)
    const bare = refusalOf(bytes(new rpc.Status().setMessage('Server Is Not Ready')), streamName('note-1'))
    expect(bare).toMatchObject({ name: 'StoreUnavailable', message })
  })

  it('has what the server does not like', () => {
    const reason = new shared.BadRequest().setMessage('no id').serializeBinary()
    expect(of('BadRequest', undefined, reason).message).toBe('the server takes no such append: no id')
  })

  it('is another revision, or the size', () => {
    expect(of('WrongExpectedVersion')).toMatchObject({ type: 'wrong-expected-version' })
    const most = new shared.MaximumAppendSizeExceeded().setMaxappendsize(5).serializeBinary()
    expect(of('MaximumAppendSizeExceeded', undefined, most)).toMatchObject({
      type: 'maximum-append-size-exceeded',
    })
  })

  const unreadable = { name: 'StoreUnavailable', message: 'the server answered what cannot be read' }

  it.each([
    ['a status', () => refusalOf(Buffer.from([0x0b]), streamName('note-1'))],
    ['its details', () => of('WrongExpectedVersion', undefined, new Uint8Array([0x0b]))],
  ])('cannot be told where %s cannot be read', (_, refusal) => {
    const error = refusal()
    expect(error).toMatchObject(unreadable)
    expect(error.cause).toBeInstanceOf(Error)
  })

  it('is told of any bytes as an error, and never thrown', () => {
    const any = fc.uint8Array({ maxLength: 40 })
    const kinds = fc.constantFrom(
      'WrongExpectedVersion',
      'BadRequest',
      'MaximumAppendSizeExceeded',
      'Timeout',
    )
    const refusals = fc
      .tuple(kinds, any)
      .map(([said, details]) => status(said, `event_store.client.${said}`, details))
    fc.assert(
      fc.property(fc.oneof(any, refusals), content => {
        expect(refusalOf(Buffer.from(content), streamName('note-1'))).toBeInstanceOf(Error)
      }),
    )
  })
})

describe('a subscription', () => {
  const optionsOf = (message: Buffer) => streams.ReadReq.deserializeBinary(message).getOptions()

  it('asks for streams by their prefixes from the start', () => {
    const names = { prefixes: ['note-', 'für-'] }
    const options = optionsOf(subscribeMessage({ after: null, names, window: 1_000 }))
    const filter = options?.getFilter()
    expect(options?.getAll()?.hasStart()).toBe(true)
    expect(options?.hasSubscription()).toBe(true)
    expect(options?.getUuidOption()?.hasString()).toBe(true)
    expect(filter?.getStreamIdentifier()?.getPrefixList()).toEqual(['note-', 'für-'])
    expect(filter?.getMax()).toBe(1_000)
    expect(filter?.getCheckpointintervalmultiplier()).toBe(1)
  })

  it('asks for streams by a pattern from a position', () => {
    const names = { regex: '^[^$]' }
    const options = optionsOf(subscribeMessage({ after: logPosition(5_000_000_000), names, window: 1 }))
    const from = options?.getAll()?.getPosition()
    expect([from?.getCommitPosition(), from?.getPreparePosition()]).toEqual(['5000000000', '5000000000'])
    expect(options?.getFilter()?.getStreamIdentifier()?.getRegex()).toBe('^[^$]')
    expect(options?.getFilter()?.getMax()).toBe(1)
  })
})

describe('what a subscription is told', () => {
  const recorded = (data: string, meta: string, contentType = 'application/json') => {
    const event = new streams.ReadResp.ReadEvent.RecordedEvent()
      .setId(new shared.UUID().setString(ID))
      .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(text('event-für')))
      .setStreamRevision('200')
      .setCommitPosition('5000000000')
      .setPreparePosition('5000000000')
      .setData(text(data))
      .setCustomMetadata(text(meta))
    const map = event.getMetadataMap()
    map.set('type', 'EventCreated').set('created', '17672544000000000').set('content-type', contentType)
    return event
  }
  const told = (message: InstanceType<typeof streams.ReadResp>) => toldIn(bytes(message))
  const eventOf = (...written: Parameters<typeof recorded>) =>
    told(new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent().setEvent(recorded(...written))))

  it('is an event with its content', () => {
    expect(eventOf('{"title":"Fête"}', '{"at":"now"}')).toEqual([
      {
        event: {
          ...{ id: ID, streamId: 'event-für', type: 'EventCreated', revision: 200n },
          ...{ position: { commit: 5_000_000_000n, prepare: 5_000_000_000n } },
          ...{ created: new Date('2026-01-01T08:00:00.000Z') },
          ...{ data: { title: 'Fête' }, metadata: { at: 'now' } },
        },
      },
    ])
  })

  it('is an event without what somebody else wrote as no JSON', () => {
    expect(eventOf('not JSON', '\0')).toMatchObject([{ event: { data: undefined, metadata: undefined } }])
  })

  it('is an event without content that somebody else says to be no JSON', () => {
    const said = eventOf('{"title":"Fête"}', '{"at":"now"}', 'application/octet-stream')
    expect(said).toMatchObject([{ event: { data: undefined, metadata: { at: 'now' } } }])
  })

  it.each([
    ['0', '0', 0n, 0n],
    ['300', '0', 300n, 0n],
    ['9007199254740993', '9007199254740993', 9_007_199_254_740_993n, 9_007_199_254_740_993n],
    [String(MOST), String(MOST), MOST, MOST],
  ])('is how far the server has come: %s/%s', (commit, prepare, ...hint) => {
    const checkpoint = new streams.ReadResp.Checkpoint().setCommitPosition(commit).setPreparePosition(prepare)
    expect(told(new streams.ReadResp().setCheckpoint(checkpoint))).toEqual([
      { hint: { commit: hint[0], prepare: hint[1] } },
    ])
  })

  it('is that it caught up, and nothing of what only confirms or is gone', () => {
    const { CaughtUp, ReadEvent, SubscriptionConfirmation } = streams.ReadResp
    expect(told(new streams.ReadResp().setCaughtUp(new CaughtUp()))).toEqual([{ caughtUp: true }])
    expect(told(new streams.ReadResp().setConfirmation(new SubscriptionConfirmation()))).toEqual([])
    expect(told(new streams.ReadResp().setEvent(new ReadEvent().setLink(recorded('{}', ''))))).toEqual([])
  })
})

describe('a message', () => {
  it('is passed where it holds what we do not know', () => {
    const eight = Buffer.from([0x79, 1, 2, 3, 4, 5, 6, 7, 8])
    const four = Buffer.from([0x7d, 1, 2, 3, 4])
    const far = Buffer.from([0xf8, 0xff, 0xff, 0xff, 0x0f, 9])
    const known = messageOf(stringField(2, 'known'), varintField(3, 5))
    const message = Buffer.concat([eight, four, far, known])
    expect([stringIn(message, 2), varintIn(message, 3)]).toEqual(['known', 5n])
  })

  it('lacks what is not there', () => {
    expect([stringIn(undefined, 1), varintIn(undefined, 1), bytesIn(messageOf(), 1)]).toEqual([
      '',
      0n,
      undefined,
    ])
  })

  it.each([
    ['a count that does not end', [0x08, 0xff]],
    ['a count that is too long', [0x08, ...Array<number>(10).fill(0xff), 0]],
    ['bytes that are not there', [0x0a, 2, 1]],
    ['bytes beyond all that can be', [0x0a, ...Array<number>(9).fill(0xff), 1]],
    ['a kind that there is none of', [0x0b]],
  ])('is refused: %s', (_, content) => {
    expect(() => readFields(Buffer.from(content), () => undefined)).toThrow(RangeError)
  })

  it.each([
    ['told', toldIn],
    ['answered', appendAnswer],
    ['read', pageIn],
    ['answered to a deletion', deletedAt],
  ])('of any bytes that are %s is read or refused', (_, read) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), content => {
        try {
          read(Buffer.from(content))
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })

  it('says what was written, whatever it is', () => {
    const counts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 15 }), counts, fc.string(), (number, count, content) => {
        const message = messageOf(messageField(number, varintField(1, count), stringField(2, content)))
        const inner = bytesIn(message, number)
        expect([varintIn(inner, 1), stringIn(inner, 2)]).toEqual([
          BigInt(count),
          Buffer.from(content).toString(),
        ])
      }),
    )
  })
})
