import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DateOrder } from '../../../shared/facts/site.ts'
import { csvItems, type CsvEnd } from '../csv/parse.ts'
import { icsItems, type IcsEnd } from '../ics/parse.ts'
import type { FeedItem, RawItem } from '../item/item.ts'

export type FeedKind = 'ics' | 'csv'

/** What a body leaves open is meant as the site has it. */
export type FeedSite = {
  /** Canonical zone text. */
  readonly zone: string
  readonly dateOrder: DateOrder
}

/** Items handed on at a time. */
const PART = 500

/** `type`: content type, "" when none was sent. */
export const feedKindOf = (address: string, type: string): FeedKind =>
  /^text\/csv\b/i.test(type) || new URL(address).pathname.toLowerCase().endsWith('.csv') ? 'csv' : 'ics'

const warningsOf = (end: IcsEnd | CsvEnd): readonly string[] =>
  end.ok && 'warnings' in end ? end.warnings : []

/**
 * Reads a body in slices between which everything else in the process has its turn, and hands its items on in parts,
 * each when the one before has been taken; a body that is none has no parts. What was noticed about the file as a
 * whole stands with its last item, where the record of the import shows it.
 */
export const readFeed = async (
  body: Uint8Array,
  kind: FeedKind,
  { zone, dateOrder, nowUtc }: FeedSite & { readonly nowUtc: string },
  take: (items: readonly RawItem[]) => Promise<void>,
): Promise<IcsEnd | CsvEnd> => {
  const steps = kind === 'csv' ? csvItems(body, { dateOrder }) : icsItems(body, { nowUtc, siteZone: zone })
  let part: FeedItem[] = []
  for (;;) {
    const step = steps.next()
    if (step.done === true) {
      const last = part.at(-1)
      const noticed = warningsOf(step.value)
      if (last !== undefined && noticed.length > 0)
        part[part.length - 1] = { ...last, warnings: [...(last.warnings ?? []), ...noticed] }
      if (part.length > 0) await take(part as readonly RawItem[])
      return step.value
    }
    if (step.value === 'pause') await nextTurn()
    else {
      // the last item is known only when no other follows
      if (part.length === PART) {
        await take(part as readonly RawItem[])
        part = []
      }
      part.push(step.value)
    }
  }
}
