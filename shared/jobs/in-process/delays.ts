import type { QueueClock } from './clock.ts'

/** Items that become due at an instant of the clock. */
export type Delays<Item> = {
  readonly add: (item: Item, at: number) => void
  readonly delete: (item: Item) => void
  readonly stop: () => void
}

/** Timers overflow beyond 2^31 ms and know nothing of a clock that was set: look again now and then. */
const LONGEST_SLEEP_MS = 60_000

/** Calls `due` with each item when its time has come, earliest first. */
export const delays = <Item>(clock: QueueClock, due: (item: Item) => void): Delays<Item> => {
  const instants = new Map<Item, number>()
  /** Latest first, so that the next one is at the end; entries no longer true are passed over. */
  const order: { readonly item: Item; readonly at: number }[] = []
  let callOff = () => {}

  const arm = () => {
    callOff()
    const next = order.at(-1)
    callOff =
      next === undefined
        ? () => {}
        : clock.after(Math.min(Math.max(0, next.at - clock.now()), LONGEST_SLEEP_MS), wake)
  }
  const wake = () => {
    for (let next = order.at(-1); next !== undefined; next = order.at(-1)) {
      const isTrue = instants.get(next.item) === next.at
      if (isTrue && next.at > clock.now()) break
      order.pop()
      if (!isTrue) continue
      instants.delete(next.item)
      due(next.item)
    }
    arm()
  }

  return {
    add: (item, at) => {
      instants.set(item, at)
      order.splice(placeOf(order, at), 0, { item, at })
      if (order.at(-1)?.at === at) arm()
    },
    delete: item => {
      instants.delete(item)
    },
    stop: () => callOff(),
  }
}

/** Before those of the same instant, which then stay first come first served. */
const placeOf = (order: readonly { readonly at: number }[], at: number): number => {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((order[middle]?.at ?? 0) > at) low = middle + 1
    else high = middle
  }
  return low
}
