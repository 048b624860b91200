import { streamName, logPosition, streamRevision, isoTime } from '../../../shared/kernel/brands.ts'
import type { Table } from './common.ts'

const which = { subscriptionId: 's1' } as const
const through = {
  position: logPosition(90),
  anchor: logPosition(12),
  stream: streamName('event-41'),
  revision: streamRevision(3),
} as const
const waiting = [
  {
    ...{
      stream: streamName('event-42'),
      revision: streamRevision(1),
      since: isoTime('2027-05-01T20:00:00.000Z'),
      attempts: 2,
    },
    ...{ dueAt: isoTime('2027-05-01T20:00:10.000Z'), reason: 'bad_status', found: '422' },
  },
]
const salt = '000102030405060708090a0b0c0d0e0f'

/** Facts of addresses that are told what happens. */
export const subscriptionRows = {
  SubscriptionMade: [
    {
      ...{ type: 'SubscriptionMade', ...which, name: 'App', url: 'https://app.example/hook', salt },
      ...{ kinds: ['event'], happenings: ['published', 'changed'], sees: 'public' },
    },
    {
      ...{ name: [null, 'App'], url: [null, 'https://app.example/hook'], salt: [null, '***'] },
      kinds: [null, ['event']],
      happenings: [null, ['published', 'changed']],
      sees: [null, 'public'],
    },
  ],
  SubscriptionChanged: [
    { type: 'SubscriptionChanged', ...which, changes: { sees: ['public', 'all'] } },
    { sees: ['public', 'all'] },
  ],
  SubscriptionSecretRotated: [
    { type: 'SubscriptionSecretRotated', ...which, salt, until: isoTime('2027-05-02T20:00:00.000Z') },
    { salt: [null, '***'], until: [null, '2027-05-02T20:00:00.000Z'] },
  ],
  SubscriptionPaused: [{ type: 'SubscriptionPaused', ...which }, {}],
  SubscriptionResumed: [
    { type: 'SubscriptionResumed', ...which, dueAt: isoTime('2027-05-02T20:00:00.000Z') },
    { dueAt: [null, '2027-05-02T20:00:00.000Z'] },
  ],
  SubscriptionMoved: [
    { type: 'SubscriptionMoved', ...which, through, since: isoTime('2027-05-01T00:00:00.000Z') },
    { since: [null, '2027-05-01T00:00:00.000Z'] },
  ],
  FactsDelivered: [
    { type: 'FactsDelivered', ...which, round: 1, through, waiting, delivered: 3, status: 204 },
    { delivered: [null, 3], waiting: [null, 1], status: [null, 204] },
  ],
  DeliveryFailed: [
    {
      ...{ type: 'DeliveryFailed', ...which, round: 2, through: null, waiting: [], delivered: 0 },
      ...{ reason: 'bad_status', found: '503', since: isoTime('2027-05-01T20:00:00.000Z') },
      dueAt: isoTime('2027-05-01T20:00:05.000Z'),
    },
    {
      ...{ delivered: [null, 0], waiting: [null, 0], reason: [null, 'bad_status'], found: [null, '503'] },
      dueAt: [null, '2027-05-01T20:00:05.000Z'],
    },
  ],
  SubscriptionGivenUp: [
    { type: 'SubscriptionGivenUp', ...which, reason: 'unreachable' },
    { reason: [null, 'unreachable'] },
  ],
  SubscriptionRemoved: [{ type: 'SubscriptionRemoved', ...which }, {}],
} satisfies Partial<Table>
