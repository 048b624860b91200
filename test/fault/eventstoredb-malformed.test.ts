import { promisify } from 'node:util'
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type handleBidiStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type StatusObject,
} from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { streamName, streamRevision } from '../../shared/kernel/brands.ts'
import { openEventStoreDb } from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import {
  messageField,
  messageOf,
  stringField,
  varintField,
  type Field,
} from '../../shared/event-store/eventstoredb/protobuf.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { note } from '../support/note.ts'

// Whatever a server says, the call fails as an outage, and nothing is thrown where nobody catches: that fails the run.

type Asked = 'page' | 'subscription' | 'append' | 'deletion'
/** One message, or more, or how the call ends. */
type Said = Buffer | readonly Buffer[] | StatusObject

const isFailure = (said: Said): said is StatusObject => 'code' in said
const messagesOf = (said: Exclude<Said, StatusObject>): readonly Buffer[] => [said].flat()

const asItIs = (bytes: Buffer): Buffer => bytes
const method = (name: string, requestStream: boolean, responseStream: boolean) => ({
  ...{ path: `/event_store.client.streams.Streams/${name}`, requestStream, responseStream },
  ...{ requestSerialize: asItIs, requestDeserialize: asItIs },
  ...{ responseSerialize: asItIs, responseDeserialize: asItIs },
})
const SERVICE = {
  read: method('Read', false, true),
  batchAppend: method('BatchAppend', true, true),
  delete: method('Delete', false, false),
}

const record = (...more: readonly Field[]) => {
  const stream = messageField(2, stringField(3, 'note-1'))
  return messageOf(messageField(1, messageField(1, stream, varintField(3, 3), varintField(5, 9), ...more)))
}
const ID = messageField(1, stringField(2, '8ef03ca4-76ed-4f6a-8a3c-9d4c2f2b9a0e'))
/** As servers say it, of a record that is none of ours. */
const WELL = record(ID)
/** What a record of ours has besides. */
const CONTENT = [
  messageField(6, stringField(1, 'content-type'), stringField(2, 'application/json')),
  ...[stringField(7, '{"at":"now","correlation":"c"}'), stringField(8, '{}')],
]

/** A server that says this to what is asked so, and a record to any other read. */
const saying = async (asked: Asked, said: Said): Promise<string> => {
  const read: handleServerStreamingCall<Buffer, Buffer> = call => {
    const options = streams.ReadReq.deserializeBinary(call.request).getOptions()
    const isMeant = asked === (options?.hasSubscription() === true ? 'subscription' : 'page')
    const answer = isMeant ? said : WELL
    if (isFailure(answer)) call.emit('error', answer)
    else {
      for (const message of messagesOf(answer)) call.write(message)
      call.end()
    }
  }
  const batchAppend: handleBidiStreamingCall<Buffer, Buffer> = call => {
    call.on('data', () => {
      if (isFailure(said)) call.emit('error', said)
      else for (const message of messagesOf(said)) call.write(message)
    })
  }
  const remove: handleUnaryCall<Buffer, Buffer> = (_, callback) => {
    if (isFailure(said)) callback(said)
    else callback(null, messagesOf(said)[0])
  }
  const server = new Server()
  server.addService(SERVICE, { read, batchAppend, delete: remove })
  const bind = promisify(server.bindAsync.bind(server))
  const port = await bind('127.0.0.1:0', ServerCredentials.createInsecure())
  onTestFinished(() => server.forceShutdown())
  return `esdb://127.0.0.1:${port}?tls=false`
}

/** A failure without what the driver takes to belong to it. */
const failure = (exception: string): StatusObject => {
  const metadata = new Metadata()
  metadata.set('exception', exception)
  return { code: status.FAILED_PRECONDITION, details: 'no more is said', metadata }
}

const stream = streamName('note-1')

const firstStep = async (log: EventStore): Promise<unknown> => {
  for await (const step of log.follow(null, ['note-'], AbortSignal.timeout(5_000))) return step
  return null
}

type Call = readonly [what: string, asked: Asked, call: (log: EventStore) => Promise<unknown>]
const CALLS: readonly Call[] = [
  ['a read', 'page', log => log.read(stream)],
  ['a look at the end', 'page', log => log.head()],
  ['following', 'subscription', log => firstStep(log)],
  ['an append', 'append', log => log.append(stream, [note('a')], streamRevision(3))],
  ['a limit of a life', 'append', log => log.expireAfter(stream, 5)],
  ['a deletion', 'deletion', log => log.deleteStream(stream)],
]

const BEYOND = [...Array<number>(9).fill(0xff), 1]
const SAID: readonly (readonly [what: string, said: Said])[] = [
  ['no message at all', Buffer.from([0x0b])],
  ['a message that is cut', Buffer.from([0x0a, 0x7f, 1])],
  ['a length beyond all that can be', Buffer.from([0x0a, ...BEYOND])],
  ...[
    ...['not-leader', 'stream-deleted', 'wrong-expected-version', 'maximum-append-size-exceeded'],
    'missing-required-metadata-property',
  ].map(exception => [`${exception} and no more`, failure(exception)] as const),
]

/** `deadlineMs`: of calls that are asked again for as long as that. */
const opened = async (asked: Asked, said: Said, deadlineMs = 200): Promise<EventStore> => {
  const url = await saying(asked, said)
  const log = await openEventStoreDb({ url, warn: () => undefined, deadlineMs, attemptMs: deadlineMs / 2 })
  onTestFinished(() => log.close())
  return log
}
/** What such an answer comes to is told by the first one, however late that is. */
const PATIENT = 20_000

describe.each(CALLS)('%s', (_, asked, call) => {
  it.each(SAID)('fails as an outage when the server says %s', async (_, said) => {
    await expect(call(await opened(asked, said))).rejects.toMatchObject({ name: 'StoreUnavailable' })
  })
})

describe('a record', () => {
  it('of ours is read', async () => {
    const log = await opened('page', record(ID, ...CONTENT), PATIENT)
    expect(await log.read(stream)).toMatchObject([{ stream, revision: 3, position: 9, data: {} }])
  })

  const NOT_OURS = 'record 3 of note-1 is none that this service wrote'
  const ODD: readonly (readonly [what: string, said: Buffer, told: string])[] = [
    ['without an id', record(...CONTENT), NOT_OURS],
    ['with an id that is none', record(messageField(1, stringField(2, 'none')), ...CONTENT), NOT_OURS],
    ['without what is in it', WELL, NOT_OURS],
    [
      'with a position beyond what can be counted',
      record(ID, ...CONTENT, varintField(5, Number.MAX_SAFE_INTEGER + 1)),
      'position 9007199254740992 is beyond what can be counted here (2^53)',
    ],
  ]

  it.each(ODD)('%s is refused', async (_, said, message) => {
    const log = await opened('page', said, PATIENT)
    await expect(log.read(stream)).rejects.toMatchObject({ name: 'StoreUnavailable', message })
  })
})

it('a stream that is answered with the same records over and over is not read for ever', async () => {
  const log = await opened('page', Array<Buffer>(500).fill(record(ID, ...CONTENT)), PATIENT)
  await expect(log.read(stream, { from: streamRevision(4) })).rejects.toMatchObject({
    ...{ name: 'StoreUnavailable', message: 'the log answers what was not asked of note-1' },
  })
})

it('a page goes on after what is neither a record nor says that there is none', async () => {
  const firstPosition = messageOf(varintField(5, 3))
  const ours = record(ID, ...CONTENT)
  const log = await opened('page', [firstPosition, ours, firstPosition, ours], PATIENT)
  expect(await log.read(stream)).toHaveLength(2)
})

it('a deletion of which the server does not tell the position is one', async () => {
  const log = await opened('deletion', messageOf(messageField(2)), PATIENT)
  await expect(log.deleteStream(stream)).resolves.toBe(undefined)
})
