import type { EventStore } from '../../shared/event-store/port.ts'
import {
  subscriptionCodec,
  subscriptionStream,
  type SubscriptionFact,
} from '../../shared/facts/subscription.ts'
import type { Aggregate, Context, Handled } from '../handle.ts'
import { repositoryOf } from '../repository.ts'
import { decide, type SubscriptionCommand, type SubscriptionRefusal } from './decide.ts'
import { evolve, initial, type SubscriptionState } from './state.ts'

/** One subscription on stream `subscription-<id>`. */
export const subscription: Aggregate<
  SubscriptionState,
  SubscriptionCommand,
  SubscriptionFact,
  SubscriptionRefusal
> = { initial, evolve, decide, codec: subscriptionCodec }

export type Subscriptions = {
  readonly load: (subscriptionId: string) => Promise<SubscriptionState>
  readonly execute: (
    command: SubscriptionCommand,
    context: Context,
  ) => Promise<Handled<SubscriptionState, SubscriptionRefusal>>
}

const KEPT = 1_000

/** Subscriptions of one process; one of years has tens of thousands of facts. */
export const subscriptionsOn = (store: EventStore): Subscriptions => {
  const streams = repositoryOf(store, subscription, {
    streamOf: subscriptionStream,
    most: KEPT,
    weightOf: () => 1,
  })
  return {
    load: streams.load,
    execute: (command, context) => streams.execute(command.subscriptionId, command, context),
  }
}
