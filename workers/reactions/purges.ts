import type { StreamName } from '../../shared/kernel/brands.ts'
import { PURGED, PURGES, purgeCodec, purgesCodec, purgeStream } from '../../shared/facts/purge.ts'
import { CUT_OFF_MS, finishPurge } from '../purge/finish.ts'
import { working } from './worker.ts'

/** A purge that may have left something. */
type OpenPurge = { readonly stream: StreamName }

/** With the last of them an import is over, and what it was given can be deleted. */
const ENDING = ['ImportClosed', 'ImportOutcomesRecorded']

/** Every purge is looked after until nothing can be left of what was purged (spec 00 §8 history); one job does all. */
export const finishingOfPurges = working<OpenPurge>(
  {
    name: 'purges',
    prefixes: [PURGED, PURGES, 'import-'],
    evolve: (open, { type, data, stream }) => {
      if (stream.startsWith('import-')) return ENDING.includes(type) ? { calls: [...open.keys()] } : {}
      if (stream === PURGES) {
        const over = purgesCodec.decode(type, data).items.map(({ kind, itemId }) => purgeStream(kind, itemId))
        return { changes: Object.fromEntries(over.map(key => [key, null])) }
      }
      const fact = purgeCodec.decode(type, data)
      if (fact.type === 'ItemTracesRemoved') return { changes: { [stream]: null } }
      return { changes: { [stream]: { stream } }, calls: fact.type === 'ItemPurged' ? [stream] : [] }
    },
    enqueue: async (queue, works) => {
      // not before whoever was asked for it can have done it
      if (works.length > 0) await queue.enqueue('purge.finish', {}, { delayMs: CUT_OFF_MS })
    },
  },
  context => ({ 'purge.finish': finishPurge(context) }),
)
