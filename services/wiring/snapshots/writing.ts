import { setTimeout as sleep } from 'node:timers/promises'
import { furthest } from '../../../shared/kernel/brands.ts'
import { generationName } from '../../../projections/engine/progress.ts'
import type { HeldCollection } from '../../../shared/documents/port.ts'
import type { Position } from '../../../shared/event-store/port.ts'
import { framesOf, type About, type Reached } from './contents.ts'
import { writeFrames } from './frames.ts'
import { madeWith, settingsNow, type Keeping, type Of } from './keeping.ts'

/** Of the time that making documents data takes, so much is left to others after each part. */
const REST = 2
/** How often it is looked whether the read models are between two batches. */
const [QUIET_LOOK_MS, QUIET_LOOKS] = [20, 250]

/** Documents of no read model that are as well known from before: open work, and how far it was looked for. */
const isWork = (name: string): boolean => name === 'checkpoints' || name.startsWith('open-')

class CalledOff extends Error {}
/** Whoever stops waits no longer for it. */
class TooLate extends Error {}

// a function, because it changes while we await
const isAborted = (signal: AbortSignal): boolean => signal.aborted

const changesSince = ({ needs, known }: Keeping): number => needs.documents.state.changes() - known

/** Writes one whenever enough has changed, until the process stops. */
export const lookAgain = async (keeping: Keeping): Promise<void> => {
  const { pace } = keeping.needs
  const { signal } = keeping.stopping
  const pause = async (ms: number): Promise<void> => {
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  }
  await pause(pace.firstLookMs)
  // soon after the start: later there may be another release in the place of the one that runs
  if (!isAborted(signal)) await keeping.build().catch(() => undefined)
  while (!isAborted(signal)) {
    if (changesSince(keeping) >= pace.dueChanges) await writeWhileServing(keeping, pause)
    await pause(pace.lookMs)
  }
}

/** In slices, between which the loop is free for others and for the most part is theirs. */
const writeWhileServing = async (keeping: Keeping, pause: (ms: number) => Promise<void>): Promise<void> => {
  const { signal } = keeping.stopping
  for (let look = 0; look < QUIET_LOOKS && isBusy(keeping); look++) await pause(QUIET_LOOK_MS)
  await write(keeping, async tookMs => {
    await pause(tookMs * REST)
    if (signal.aborted) throw new CalledOff()
  })
}

/** Writes one within the time that there is; tells when that is too short. */
export const writeAtStop = async (keeping: Keeping): Promise<void> => {
  const { pace, stopMs, monotonicMs } = keeping.needs
  if (changesSince(keeping) < pace.dueAtStop) return
  const by = monotonicMs() + stopMs
  await write(keeping, async () => {
    if (monotonicMs() > by) throw new TooLate(`it takes longer than half of SHUTDOWN_MS, ${stopMs} ms`)
  })
}

/** In the middle of a batch; what was begun would only be done again, so nobody waits for long. */
const isBusy = ({ of, models }: Keeping): boolean =>
  of === null || [...models].some(name => of.board.markOf(servingName(of, name))?.workingOnMs !== null)

/** What the generation that answers calls something of this read model. */
const servingName = ({ board }: Of, model: string, name = model): string =>
  generationName(name, board.generation(model))

/** What answers, of the read models under the names that the first generation of the next start gives it, and open work. */
const heldOf = ({ of, needs, names }: Keeping): readonly HeldCollection[] => {
  if (of === null) return []
  const own = new Map([...names].map(([name, model]) => [servingName(of, model, name), name]))
  return needs.documents.state.held().flatMap(one => {
    const name = isWork(one.spec.name) ? one.spec.name : own.get(one.spec.name)
    return name === undefined ? [] : [{ ...one, spec: { ...one.spec, name } }]
  })
}

/** How far each read model is; null: one of them is not what would be made of the log alone, or not yet. */
const marksOf = ({ of, models }: Keeping): Readonly<Record<string, Reached>> | null => {
  if (of === null) return null
  const { board } = of
  const marks: Record<string, Reached> = {}
  for (const name of models) {
    const mark = board.markOf(servingName(of, name))
    // what answers is not what whoever asked for another wants to find at the next start
    const isLast = board.building(name) === null
    if (mark === null || mark.parked > 0 || mark.stopped !== null || !isLast) return null
    const { reached, changedAt, askedAt = changedAt } = mark
    if (reached === null) return null
    marks[name] = { reached, changedAt, askedAt }
  }
  return marks
}

type Checkpoint = { readonly _id: string; readonly position: Position }

/** Writes one unless it would not be right; what fails is told, and tried again some other time. */
const write = async (keeping: Keeping, rest: (tookMs: number) => Promise<void>): Promise<void> => {
  const { needs, discarded } = keeping
  if (needs.monotonicMs() < keeping.quietUntil || keeping.settings === null) return
  const work = async () => {
    // settings that came since are not in the texts yet
    if ((await settingsNow(keeping)) !== keeping.settings) return
    const made = await madeWith(keeping)
    const checkpoints = await needs.documents.collection<Checkpoint>({ name: 'checkpoints', indexes: [] })
    const marks = marksOf(keeping)
    if (marks === null) return
    // in one turn: how far, and what
    const changes = needs.documents.state.changes()
    const held = heldOf(keeping)
    const about = await aboutOf(keeping, made, marks, await checkpoints.find({}))
    await writeFrames(
      needs.file,
      framesOf(about, held, async tookMs => {
        await rest(tookMs)
        if (keeping.discarded !== discarded) throw new CalledOff()
      }),
    )
    keeping.known = changes
  }
  keeping.isThere = true
  keeping.writing = work().catch((error: unknown) => {
    if (error instanceof TooLate)
      needs.tell(`the snapshot of the read models is not written at this stop: ${error.message}`)
    else if (!(error instanceof CalledOff))
      needs.tell('a snapshot of the read models cannot be written', error)
  })
  await keeping.writing
  keeping.writing = null
}

const aboutOf = async (
  { needs }: Keeping,
  made: string,
  marks: Readonly<Record<string, Reached>>,
  checkpoints: readonly Checkpoint[],
): Promise<About> => {
  const reached = [...Object.values(marks).map(mark => mark.reached), ...checkpoints.map(one => one.position)]
  const position = furthest(...reached)
  const fingerprint = await needs.log.fingerprint(position)
  return { madeWith: made, log: { position, fingerprint }, marks }
}
