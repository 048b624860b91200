import type { StreamName } from '../../shared/kernel/brands.ts'
import { FORGOTTEN, forgottenCodec } from '../../shared/facts/forgotten.ts'
import { finishForgettings } from '../forgetting/finish.ts'
import { working } from './worker.ts'

/** Something of an item is being forgotten. */
type OpenForgetting = { readonly stream: StreamName }

/** Whoever was asked for it has done it by then. */
const AFTER_MS = 2_000
/** With the last of them an import is over, and what it was given can be deleted. */
const ENDING = ['ImportClosed', 'ImportOutcomesRecorded']

/** What somebody wants forgotten is forgotten to the end (spec 00 §6.7); one job does all. */
export const finishingOfForgettings = working<OpenForgetting>(
  {
    name: 'forgettings@2',
    prefixes: [FORGOTTEN, 'import-'],
    evolve: (open, { type, data, meta, id, stream }) => {
      if (stream.startsWith('import-')) return ENDING.includes(type) ? { calls: [...open.keys()] } : {}
      const fact = forgottenCodec.decode(type, data)
      if (fact.type === 'ForgettingEnded') return { changes: { [meta.causation ?? '']: null } }
      return fact.type === 'ForgettingBegun' ? { changes: { [id]: { stream } }, calls: [id] } : {}
    },
    enqueue: async (queue, works) => {
      if (works.length > 0) await queue.enqueue('contact.forget', {}, { delayMs: AFTER_MS })
    },
  },
  context => ({ 'contact.forget': finishForgettings(context) }),
)
