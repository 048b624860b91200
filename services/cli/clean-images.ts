import { type JsonObject, numbersIn } from '../../shared/kernel/json.ts'
import type { Command } from './command.ts'
import { print, text } from './operation.ts'
import { operate } from './transport.ts'

/** Asks for some images after the other until there are no more; begun again, it finds the first ones clean. */
export const cleanImages: Command = {
  usage: 'clean-images [--dry-run]',
  help:
    'Removes from pictures that are stored what their files tell besides: position, time, artist, camera, texts. ' +
    '--dry-run only counts them.',
  arity: 0,
  options: ['dry-run'],
  run: async invocation => {
    const { transport, terminal, options } = invocation
    const dryRun = options['dry-run'] !== undefined
    const cleaned: number[] = []
    const unreadable: number[] = []
    let clean = 0
    for (let after: number | null = 0; after !== null;) {
      const result: JsonObject = await operate(transport, 'clean-images', { after, dry_run: dryRun })
      clean += typeof result['clean'] === 'number' ? result['clean'] : 0
      cleaned.push(...numbersIn(result['cleaned']))
      unreadable.push(...numbersIn(result['unreadable']))
      after = typeof result['next'] === 'number' ? result['next'] : null
      if (after !== null)
        terminal.err.write(`${clean + cleaned.length + unreadable.length} images looked at\n`)
    }
    const what = dryRun ? 'would be cleaned' : 'cleaned'
    const also = unreadable.length === 0 ? '' : `, cannot be opened: ${text(unreadable.join(', '))}`
    return print(
      invocation,
      { clean, cleaned, unreadable },
      () => `${cleaned.length} ${what}, ${clean} were clean${also}`,
    )
  },
}
