import type { Json, JsonObject } from '../../shared/kernel/json.ts'
import type { Command, Invocation } from './command.ts'
import { CommandFailed, WrongUsage } from './failure.ts'
import { table } from './table.ts'
import { operate } from './transport.ts'

const POLL_MS = 250
const USAGE = 'projections [rebuild NAME] [--wait]'

const statesOf = ({ projections }: JsonObject): readonly JsonObject[] =>
  Array.isArray(projections) ? (projections as readonly JsonObject[]) : []

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const number = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)

const overview = (states: readonly JsonObject[]): string =>
  table([
    ['projection', 'generation', 'position', 'behind (ms)', 'set aside', 'state'],
    ...states.map(state => [
      text(state['name']),
      number(state['generation']),
      number(state['position']),
      typeof state['lag_ms'] === 'number' ? state['lag_ms'] : 'unknown',
      number(state['parked']),
      typeof state['building'] === 'number'
        ? `${text(state['state'])}, building generation ${state['building']}`
        : text(state['state']),
    ]),
  ])

const isNamed = (wanted: string) => (state: JsonObject) =>
  text(state['name']) === wanted || text(state['name']).split('@', 1)[0] === wanted

/** Until the generation answers. */
const waited = async (
  { transport, terminal }: Invocation,
  name: string,
  generation: number,
): Promise<void> => {
  for (;;) {
    const state = statesOf(await operate(transport, 'projections', {})).find(isNamed(name))
    if (state === undefined) throw new CommandFailed(`the read model ${name} is gone`)
    if (number(state['generation']) >= generation) return
    await terminal.pause(POLL_MS)
  }
}

const rebuild = async (invocation: Invocation, name: string): Promise<number> => {
  const { transport, terminal, json, options } = invocation
  const result = await operate(transport, 'rebuild-projection', { name })
  const generation = number(result['generation'])
  const waits = options['wait'] !== undefined
  if (waits) await waited(invocation, name, generation)
  terminal.out(
    json
      ? JSON.stringify({ ...result, serving: waits })
      : `generation ${generation} of ${name} ${waits ? 'answers' : 'is being built; the one before answers until then'}`,
  )
  return 0
}

export const projectionsCommand: Command = {
  usage: USAGE,
  help:
    'Read models: name and version, generation, position in the log, milliseconds behind it, state. rebuild: builds ' +
    'one anew from the log beside the one that answers; --wait: until it answers.',
  arity: 2,
  least: 0,
  options: ['wait'],
  run: async invocation => {
    const { transport, terminal, args, options, json } = invocation
    const [action, name] = args
    if (action === undefined && options['wait'] === undefined) {
      const result = await operate(transport, 'projections', {})
      terminal.out(json ? JSON.stringify(result) : overview(statesOf(result)))
      return 0
    }
    if (action !== 'rebuild' || name === undefined)
      throw new WrongUsage(`projections takes nothing, or rebuild and a name\nusage: ${USAGE}`)
    return rebuild(invocation, name)
  },
}
