import { siteOf } from '../read-side/site-texts.ts'
import { healthOf } from './health-alone.ts'
import type { Opened, Started, ServiceParts } from './process.ts'
import { readSide } from './read-side.ts'

/** The role `projections`: feeds the read models, each in one process at a time. */
export const feeding = async (opened: Opened): Promise<ServiceParts> => {
  const { config, surroundings, store, parts } = opened
  const { nowMs } = surroundings
  const { board, feeder, models } = await readSide(opened, siteOf(config, nowMs))
  const names = board.names()
  const watched = { store, queue: null, board, names, nowMs, isStarted: () => true }
  const app = healthOf(opened, watched, models.subscriptions)
  parts.push(...(feeder === null ? [] : [feeder]), opened.starting)
  const start = async (): Promise<Started> => {
    feeder?.start()
    await opened.starting.waiting(store.head)
    return { madeUpPassword: null }
  }
  return { app, operatorApp: () => app, start }
}
