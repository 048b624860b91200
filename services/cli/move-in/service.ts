import { isObject, type Json, type JsonObject } from '../../../shared/kernel/json.ts'
import type { MovedKind } from '../../move-in/identity.ts'
import { patient } from '../imports/aggregator.ts'
import type { Invocation } from '../command.ts'
import { operate } from '../transport.ts'

/** Things of one question. */
export const BATCH = 50

/** The service that things move into, as this command asks it. */
export type Service = {
  readonly ask: (name: string, asked: JsonObject) => Promise<readonly JsonObject[]>
  readonly keep: (kind: MovedKind, ids: readonly number[]) => Promise<void>
}

export const batchesOf = <One>(all: readonly One[], size = BATCH): readonly (readonly One[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))

const KEPT_AT_ONCE = 5_000

/** `from` goes with every question: which calendar, and how. */
export const serviceOf = ({ transport, terminal }: Invocation, from: JsonObject): Service => {
  const patiently = patient(transport, terminal.pause)
  return {
    ask: async (name, asked) => {
      const { items }: JsonObject = await operate(patiently, name, { ...from, ...asked })
      return Array.isArray(items)
        ? (items as readonly Json[]).filter(isObject).map(one => one as JsonObject)
        : []
    },
    keep: async (kind, ids) => {
      for (const some of batchesOf(ids, KEPT_AT_ONCE))
        await operate(patiently, 'move-in-keep', { source: from['source'] ?? '', kind, ids: some })
    },
  }
}
