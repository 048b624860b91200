import { setTimeout as sleep } from 'node:timers/promises'
import { streamName } from '../../kernel/brands.ts'
import { openCalls, type Calls, type EndOptions } from './copy-end.ts'
import { changeMetadata, metadataOf } from './metadata-of.ts'
import { membersOf } from './removal.ts'
import { HOLDS, type Hold } from '../holding.ts'

/** A stream that has no records: the note stands in its metadata. */
const NOTED = streamName('writes-held')
const MEMBER = 'belltower-hold'
/** How often a process looks: so late it hears of a hold. */
const LOOK_MS = 2_500

/** A server that does not answer within this is asked again at the next look. */
const LIMITS = { deadlineMs: 10_000, attemptMs: 5_000 }

export const openNotes = (options: EndOptions) => openCalls(options, LIMITS)

type Note = { readonly hold: Hold; readonly beat: number }

const noteOf = async (end: Calls): Promise<Note> => {
  const { hold, beat } = membersOf((await metadataOf(end, NOTED)).members[MEMBER])
  const known = HOLDS.find(one => one === hold)
  return known === undefined ? { hold: 'over', beat: 0 } : { hold: known, beat: Number(beat) }
}

/** Tells all processes that work on this log. Each telling counts anew, since clocks are never compared. */
export const noteHold = async (end: Calls, hold: Hold): Promise<void> => {
  const { beat } = await noteOf(end)
  await changeMetadata(end, NOTED, { [MEMBER]: { hold, beat: beat + 1 } })
}

/** Looks what is noted until `signal` aborts, and passes on what is new. */
export const watchHold = async (
  end: Calls,
  heard: (hold: Hold) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> => {
  let known: number | null = null
  while (!signal.aborted) {
    try {
      const { hold, beat } = await noteOf(end)
      if (beat !== known) await heard(hold)
      known = beat
    } catch {
      // a log that does not answer takes nothing either; it is asked again
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}
