import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  streamName,
  streamRevision,
  type Revision,
  logPosition,
  type Position,
  epochMs,
  isoTime,
} from '../../../shared/kernel/brands.ts'
import { isHopeless, nextAttempt } from '../../../services/subscriptions/attempt-rules.ts'
import { positionAfter } from '../../../services/subscriptions/places.ts'
import { secretText, signedHeaders } from '../../../services/subscriptions/signing.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { httpSender, sendingTo } from '../../../shared/http-sender.ts'
import { receiver } from '../../support/receiver.ts'

const SINCE = isoTime('2027-05-01T20:00:00.000Z')
const at = (seconds: number) => isoTime(new Date(Date.parse(SINCE) + seconds * 1_000).toISOString())

describe('08 §4 attempts', () => {
  it('come after pauses that double from 5 s to 12 h, about two days long', () => {
    const attempts = [0]
    while (!isHopeless(SINCE, at(attempts.at(-1) ?? 0)))
      attempts.push((Date.parse(nextAttempt(SINCE, at(attempts.at(-1) ?? 0))) - Date.parse(SINCE)) / 1_000)
    expect(attempts).toEqual([
      ...[0, 5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240, 20_480, 40_960, 81_920],
      ...[125_120, 168_320, 211_520],
    ])
  })

  it('come later when the receiver asks for it, but no later than in 12 h', () => {
    expect(nextAttempt(SINCE, SINCE, 90_000)).toBe(at(90))
    expect(nextAttempt(SINCE, SINCE, 86_400_000)).toBe(at(43_200))
  })
})

describe('08 §2 signatures', () => {
  const key = Buffer.alloc(32, 7).toString('hex')

  it('are those of Standard Webhooks', () => {
    const secret = secretText(key, 's1', 'a')
    const subscription = { salt: 'a', former: null }
    const headers = signedHeaders(
      { logKey: key, subscriptionId: 's1', subscription },
      { id: 'msg_1', body: '{"é":1}', nowMs: epochMs(1_700_000_000_999) },
    )
    const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update('msg_1.1700000000.{"é":1}')
      .digest('base64')
    expect(headers).toMatchObject({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${expected}`,
    })
  })

  it('differ by key of the log, subscription and salt', () => {
    const secrets = [
      ...[secretText(key, 's1', 'a'), secretText(key, 's1', 'b'), secretText(key, 's2', 'a')],
      secretText(Buffer.alloc(32, 8).toString('hex'), 's1', 'a'),
    ]
    expect(new Set(secrets).size).toBe(4)
  })
})

describe('08 §6 in a copy of the log', () => {
  const through = {
    position: logPosition(90),
    anchor: logPosition(12),
    stream: streamName('event-41'),
    revision: streamRevision(3),
  }
  const log = (anchor: Position, revision: Revision | null): Pick<EventStore, 'read'> => ({
    read: async stream => {
      const one = { revision: streamRevision(0), position: anchor } as StoredRecord
      if (stream === 'subscription-s1') return [one]
      return revision === null ? [] : [{ ...one, revision, position: logPosition(70) }]
    },
  })

  it('it goes on behind the record that was told last, wherever that stands there', async () => {
    expect(await positionAfter(log(logPosition(12), streamRevision(3)), 's1', through)).toBe(90)
    expect(await positionAfter(log(logPosition(7), streamRevision(3)), 's1', through)).toBe(70)
    expect(await positionAfter(log(logPosition(7), streamRevision(3)), 's1', null)).toBe(7)
  })

  it('when that is gone, everything since it was made is told again', async () => {
    expect(await positionAfter(log(logPosition(7), null), 's1', through)).toBe(7)
    expect(await positionAfter(log(logPosition(7), streamRevision(4)), 's1', through)).toBe(7)
  })
})

describe('08 §5 addresses', () => {
  const sending = (address: string, networks: readonly string[], ips: readonly string[]) =>
    httpSender({ policy: sendingTo(networks), resolve: async () => ips }).post(address, {
      ...{ headers: {}, body: '{}', timeoutMs: 3_600_000, signal: new AbortController().signal },
    })

  it.each([
    ['https://receiver.example/', [], ['10.0.0.1'], 'forbidden_address'],
    ['https://receiver.example/', [], ['8.8.8.8', '127.0.0.1'], 'forbidden_address'],
    ['https://receiver.example:9443/', [], ['8.8.8.8'], 'forbidden_address'],
    ['http://receiver.example:443/', [], ['8.8.8.8'], 'bad_address'],
    ['http://receiver.example/', ['10.0.0.0/8'], ['8.8.8.8'], 'forbidden_address'],
    ['https://receiver.example:6379/', ['10.0.0.0/8'], ['8.8.8.8'], 'forbidden_address'],
    ['http://receiver.example/', ['10.0.0.0/8'], ['10.0.0.1', '127.0.0.1'], 'forbidden_address'],
    ['https://receiver.example/', [], [], 'unknown_host'],
  ])('%s with %j at %j: %s', async (address, networks, ips, reason) => {
    expect(await sending(address, networks, ips)).toEqual({ ok: false, reason })
  })

  it.each([
    ['https://receiver.example/hook', [], true],
    ['https://receiver.example:8443/', [], true],
    ['http://receiver.example/hook', [], false],
    ['https://user:secret@receiver.example/', [], false],
    ['https://10.0.0.1/hook', [], false],
    ['https://10.0.0.1/hook', ['10.0.0.0/8'], true],
    ['https://[::1]/hook', [], false],
    ['https://2130706433/', [], false],
    ['ftp://receiver.example/', ['10.0.0.0/8'], false],
    ['receiver', [], false],
  ])('%s with %j is taken: %s', (address, networks, isTaken) => {
    expect(httpSender({ policy: sendingTo(networks) }).allows(address)).toBe(isTaken)
  })

  it('nothing of a message that was taken keeps the process', async () => {
    const app = await receiver()
    const timers = () => process.getActiveResourcesInfo().filter(one => one === 'Timeout').length
    const before = timers()
    expect(await sending(app.url, ['127.0.0.1'], [])).toMatchObject({ ok: true, status: 204 })
    // whoever runs the tests may have some of its own for a moment
    while (timers() > before) await nextTurn()
  })
})
