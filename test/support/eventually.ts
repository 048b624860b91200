import { vi } from 'vitest'

/** Looks until it is so, for as long as a machine may need that has much else to do: by itself vitest gives up after a second. */
export const eventually = <Value>(look: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(look, { timeout: 30_000, interval: 50 })
