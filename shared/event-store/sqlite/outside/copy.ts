import type { EpochMs } from '../../../kernel/brands.ts'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StoreUnavailable } from '../../port.ts'
import { guarded, INSERT_RECORD, openForLooking, openForWriting, query } from '../file.ts'
import { remover } from '../removal.ts'
import { alignWith, lifetimesOf, lostIn } from './align.ts'
import { damageIn, wholeRecord } from './scan.ts'
import { walk, type Raw, type Walked } from './walk.ts'

/** What was taken, and a sentence on each thing that was not. */
export type Copied = { readonly records: number; readonly lost: readonly string[] }

export type Copying = {
  readonly from: string
  /** A file that is not there yet. */
  readonly to: string
  /** What has expired by then is left out. */
  readonly now: EpochMs
  /** Takes what is whole of a damaged log. */
  readonly salvage: boolean
}

const putting = (target: DatabaseSync) => {
  const insert = target.prepare(INSERT_RECORD)
  return (rows: readonly Raw[]): void => {
    target.exec('BEGIN')
    for (const row of rows) insert.run(...row)
    target.exec('COMMIT')
  }
}

/** Whole rows of one step; what is not whole is told, or ends it. */
const taken = (step: Walked, { from, salvage }: Copying, lost: string[]): readonly Raw[] => {
  const whole = step.rows.map(wholeRecord)
  const damaged = damageIn(step, whole)
  if (damaged.length > 0 && !salvage)
    throw new StoreUnavailable(`the log ${from} is damaged: ${damaged[0] ?? ''}`)
  lost.push(...damaged)
  return step.rows.filter((_, n) => whole[n] !== null)
}

/** Leaves no byte of what is gone: the file is written anew if anything went. */
const finish = (target: DatabaseSync, removed: boolean, now: EpochMs): void => {
  const { sweep } = remover(target)
  let swept = false
  while (sweep(now)) swept = true
  if (removed || swept) target.exec('VACUUM')
  target.exec('PRAGMA journal_mode = DELETE')
}

const copied = async (source: DatabaseSync, target: DatabaseSync, copying: Copying): Promise<Copied> => {
  const { from, now, salvage } = copying
  const put = putting(target)
  const damaged: string[] = []
  for (const step of walk(source, from)) {
    put(taken(step, copying, damaged))
    await nextTurn()
  }
  const rest = (after: number) => {
    for (const step of walk(source, from, after)) put(taken(step, copying, damaged))
  }
  const aligned = salvage ? lifetimesOf(source, target) : alignWith(source, target, rest)
  const lost = (salvage ? lostIn(source, target) : null) ?? damaged
  finish(target, aligned.removed, now)
  const [records = 0] = query<[number]>(target, 'SELECT count(*) FROM records').get() ?? []
  return { records, lost: [...lost, ...aligned.lost] }
}

/**
 * The log as it is at one moment, in a file of its own, while others write: it is read in short steps, and what came,
 * went or got another life meanwhile is put right in one last look. Throws StoreUnavailable; the new file is then
 * nobody's.
 */
export const copyLog = async (copying: Copying): Promise<Copied> => {
  const source = guarded(copying.from, () => openForLooking(copying.from))
  try {
    const target = guarded(copying.to, () => openForWriting(copying.to, null))
    try {
      return await copied(source, target, copying)
    } finally {
      target.close()
    }
  } catch (error) {
    return guarded(copying.to, () => {
      throw error
    })
  } finally {
    source.close()
  }
}
