import {
  listSubscriptions,
  makeSubscription,
  otherSubscription,
  pingSubscription,
  resendSubscription,
  rotateSubscription,
  showSubscription,
  sinceArgument,
  steerSubscription,
  subscriptionArguments,
  subscriptionChanges,
  type SubscriptionDeskDeps,
} from '../admin/subscriptions.ts'
import type { Answer } from '../platform/answers/answer.ts'
import { required } from '../platform/arguments/arguments.ts'
import { text } from '../platform/arguments/kinds.ts'
import type { Call } from '../platform/call.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

const which = { subscription_id: required(text(), { description: 'Id of the subscription.' }) }

const found = (answer: Answer | null): Answer =>
  answer ?? unknown('subscription_id', 'there is no such subscription')

type Act = (deps: SubscriptionDeskDeps, id: string, call: Call) => Promise<Answer | null>

/** Commands about addresses that are told what happens (spec 08). */
export const subscriptionCommands = (deps: SubscriptionDeskDeps): readonly Route[] => {
  const acting = (name: string, act: Act): Route =>
    command(name, which, async ({ subscription_id: id }, call) => found(await act(deps, id, call)))
  return [
    command('subscribe', subscriptionArguments, makeSubscription(deps)),
    command('subscriptions', {}, () => listSubscriptions(deps)),
    acting('show-subscription', (all, id) => showSubscription(all, id)),
    command(
      'change-subscription',
      { ...which, ...subscriptionChanges },
      async ({ subscription_id: id, ...input }, call) =>
        found(await otherSubscription(deps, id, input, call)),
    ),
    acting('pause-subscription', (all, id, call) => steerSubscription(all, 'pause', id, call)),
    acting('resume-subscription', (all, id, call) => steerSubscription(all, 'resume', id, call)),
    acting('unsubscribe', (all, id, call) => steerSubscription(all, 'remove', id, call)),
    acting('ping-subscription', pingSubscription),
    acting('rotate-subscription-secret', rotateSubscription),
    command(
      'resend-subscription',
      { ...which, ...sinceArgument },
      async ({ subscription_id: id, since }, call) =>
        found(await resendSubscription(deps, id, { since }, call)),
    ),
  ]
}
