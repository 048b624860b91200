// Of subscriptions and deliveries: limits of what is taken from outside. docs/operations/limits.md lists them; bytes unless the name says otherwise.

/** Subscriptions of a site: each is a receiver that is told everything, and has a place among what is done at once. */
export const SUBSCRIPTIONS_AT_MOST = 50
/** Messages that a receiver is sent at once, each of another item: as many as small servers bear. */
export const DELIVERIES_AT_ONCE = 4
/** Pings whose answers are awaited in a process, each of another subscription: whoever tries an address waits for what comes of it. */
export const PINGS_AT_ONCE = 4
/** Facts of a round of deliveries, after which it is recorded how far it has come: so many are told again after a crash. */
export const ROUND_FACTS = 200
/** Records of the log that a round looks at: as many as are read in some milliseconds. */
export const ROUND_RECORDS = 5_000
/** Items whose facts a receiver refuses while it takes others: with more of them it counts as one that takes nothing. */
export const WAITING_ITEMS = 20
/** For a delivery, its answer included: who needs longer answers first and works then. */
export const DELIVERY_MS = 15_000
/** Of an answer to a delivery, which nobody reads: so that its sender is not cut off. */
export const DELIVERY_ANSWER_BYTES = 4_096
/** Characters of the name of a subscription: a line in a list. */
export const SUBSCRIPTION_NAME_LENGTH = 100
/** Characters of an address to which facts are told: what receivers hand out, with room for a long key. */
export const SUBSCRIPTION_ADDRESS_LENGTH = 2_000
