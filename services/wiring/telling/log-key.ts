import { randomBytes, randomUUID } from 'node:crypto'
import type { EpochMs } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { nonceSecret } from '../../accounts/nonce-secret.ts'
import { late } from '../../../shared/late.ts'
import { isoOfMs } from '../../../shared/kernel/time/calculate.ts'

/** The key of this log (docs/adr/0014), 64 hex; whoever needs it first makes it. */
export const logKeyOf = (store: EventStore, nowMs: () => EpochMs): (() => Promise<string>) =>
  late(() => {
    const at = isoOfMs(nowMs())
    const context = {
      actor: null,
      at,
      source: 'operator',
      route: null,
      correlation: randomUUID(),
      causation: null,
    } as const
    return nonceSecret(store, randomBytes, context)
  })
