import { whenIdle } from './alone.ts'
import type { Host } from './host.ts'
import { memoryFault, type Fault } from './judge.ts'
import type { Held } from './service.ts'
import { sweeper } from './sweep.ts'
import type { Tally } from './tally.ts'

const EVERY = 5_000

/** Looks at what the service holds, and compares it with what it held when it was new; what was made is purged first. */
export const looksAt = (host: Host, figures: Tally) => {
  let base: Held | null = null
  let looked = 0
  let replaced = host.replaced()
  let sweep = sweeper(host.service().site)
  /** null: nothing is wrong with it. */
  const take = async (): Promise<Fault | null> => {
    looked = figures.sent()
    const { site } = host.service()
    if (host.replaced() > replaced) {
      base = null
      sweep = sweeper(site)
    }
    replaced = host.replaced()
    await sweep(site)
    await whenIdle(host.service())
    const now = await host.service().memory()
    base ??= now
    figures.memory(now)
    return memoryFault(base, now)
  }
  return {
    take,
    isDue: (): boolean => host.replaced() > replaced || figures.sent() - looked >= EVERY,
  }
}
