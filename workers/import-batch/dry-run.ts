import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EpochMs, ImageId } from '../../shared/kernel/brands.ts'
import { claimsOn, type Claims } from '../../services/calendar/claims.ts'
import { itemsAhead } from '../../services/imports/apply/items-ahead.ts'
import type { DryWork } from '../../services/imports/dry-run/dry-runs.ts'
import type { Overlay } from '../../services/imports/dry-run/overlay.ts'
import { plannedIds, plannedImages } from '../../services/imports/dry-run/planned.ts'
import type { ImportRuns } from '../../services/imports/run/runs.ts'
import type { ImagesByAddress, KnownByAddress } from '../../services/images/by-address.ts'
import type { CleanTexts } from '../../shared/cleaning/thread.ts'
import { calendarApplier, type ImportSite } from './apply-chunk.ts'
import { importWork, LAST_TRY, type ImportWorkDeps } from './handler.ts'

export type DryWorkDeps = {
  readonly site: () => Pick<ImportSite, 'zone' | 'host'> | Promise<ImportSite>
  readonly images: {
    readonly exists: (id: ImageId) => Promise<boolean>
    readonly byAddress: Pick<ImagesByAddress, 'allows'> & KnownByAddress
  }
  readonly clean: CleanTexts
  readonly nowMs: () => EpochMs
  readonly warn: ImportWorkDeps['warn']
}

/** The addresses of events are decided when an import is applied (spec 05 §13): nobody looks for free ones. */
const plannedClaims = (claims: Claims): Claims => ({
  ...claims,
  through: store => plannedClaims(claims.through(store)),
  claimSlug: async (kind, base, owner, context) =>
    kind === 'event' ? base : claims.claimSlug(kind, base, owner, context),
})

/** The work of imports over a log in which nothing is done: one attempt, in which nobody else has a turn in between. */
export const dryWork =
  ({ site, images, clean, nowMs, warn }: DryWorkDeps) =>
  (store: Overlay, runs: ImportRuns): DryWork => {
    const ids = plannedIds()
    const { imageOf, addressOf } = plannedImages(
      { exists: images.exists, allows: images.byAddress.allows, known: images.byAddress.known },
      ids,
    )
    const items = itemsAhead({ store, clean })
    let goesOn = true
    const queue: ImportWorkDeps['queue'] = {
      enqueue: async () => {
        goesOn = true
      },
    }
    const writing = { store, ids, claims: plannedClaims(claimsOn(store)) }
    const applyChunk = calendarApplier(writing, imageOf, site, nowMs, items)
    const work = importWork({ store, runs, queue, nowMs, items, applyChunk, warn })
    return {
      pictureOf: addressOf,
      workOff: async importId => {
        const turn = { attempt: LAST_TRY, signal: new AbortController().signal }
        while (goesOn) {
          goesOn = false
          await work({ importId, batch: 0 }, turn)
          await nextTurn()
        }
      },
    }
  }
