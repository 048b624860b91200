import { userId } from '../../shared/kernel/brands.ts'
import { isoOfMs } from '../../shared/kernel/time/calculate.ts'
import {
  beginSelection,
  beginUndo,
  planUndo,
  showUndo,
  type PlannedItem,
} from '../../services/imports/undo/desk.ts'
import type { Selection } from '../../services/imports/undo/commands.ts'
import { undosOn } from '../../services/imports/undo/undos.ts'
import type { ImageOf } from '../../services/imports/apply/images.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { chosenId, importOf, type KeptItem } from '../../shared/facts/undo.ts'
import { undoWork } from '../../workers/undo/handler.ts'
import { personAt } from './calendar.ts'
import { importWorld, jobList, type Clock } from './import-world.ts'

const WHO = 3
let hashes = 0

/** Everything an undo needs, over one log; a second world over the same log is another process. */
export const undoWorld = (store: EventStore, clock?: Clock, imageOf?: ImageOf) => {
  const world = importWorld(store, clock, imageOf)
  const { writing, runs } = world
  const undos = undosOn(store)
  const { jobs, queue } = jobList()
  const problems: unknown[] = []
  const nowMs = () => world.clock.ms
  const there = async () => true
  const warn = (_: string, error: unknown) => problems.push(error)
  const work = undoWork({ writing, runs, undos, there, queue, nowMs, warn })
  const deps = {
    writing,
    runs,
    undos,
    there,
    schedules: { listSchedules: async () => [], showSchedule: async () => null },
  }
  const person = () => ({ ...personAt(), actor: userId(WHO), at: isoOfMs(nowMs()) })

  const begin = (of: string, edited = false) => beginUndo(deps, { of, edited }, person())
  const process = (of: string, attempt = 1) =>
    work({ importId: importOf(of) }, { attempt, signal: new AbortController().signal })

  /** Begins it and works it off. */
  const undo = async (of: string, edited = false) => {
    const begun = await begin(of, edited)
    if (!begun.ok) throw new Error(begun.code)
    const { undoId } = begun.undo
    await process(of)
    const shown = await showUndo(deps, undoId)
    if (shown?.status !== 'done') throw new Error(`${undoId} is not done`)
    return { ...shown, kept: await kept(undoId) }
  }

  /** Entries of the history in the place of an import: begins to put them back. */
  const putBack = async (selection: Selection, edited = false) => {
    const importId = chosenId((++hashes).toString(16).padStart(16, '0'))
    await beginSelection(deps, selection, { importId, edited }, person())
    return importId
  }

  const kept = async (undoId: string): Promise<readonly KeptItem[]> => {
    const all: KeptItem[] = []
    for (let from: number | null = 0; from !== null;) {
      const page = await undos.keptOf(importOf(undoId), undoId, from)
      all.push(...page.kept)
      from = page.next
    }
    return all
  }

  /** All pages of a dry run, two items at a time. */
  const plan = async (of: string, edited = false) => {
    const items: PlannedItem[] = []
    const counts: Record<string, number> = {}
    for (let from: number | null = 1; from !== null;) {
      const page = await planUndo(deps, { of, edited }, { from, limit: 2 })
      if (!page.ok) throw new Error(page.code)
      items.push(...page.items)
      for (const [name, count] of Object.entries(page.counts)) counts[name] = (counts[name] ?? 0) + count
      from = page.next
    }
    return { items, counts }
  }

  return { ...world, undos, undo, begin, putBack, work: process, kept, plan, jobs, problems, person }
}

export type UndoWorld = ReturnType<typeof undoWorld>
