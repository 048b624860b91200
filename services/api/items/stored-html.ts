import { cleanNow, type TextKind } from '../../../shared/cleaning/texts.ts'
import type { CleanTexts } from '../../../shared/cleaning/thread.ts'
import { can } from '../../../shared/rights.ts'
import { HTML_BYTES } from '../../../shared/limits/items.ts'
import type { Call } from '../platform/call.ts'

/** Characters of all texts of a request that are cleaned on the spot. */
const AT_ONCE = 16_384
/** Shorter texts are no matter. */
const SHORT = 200

const kindFor = ({ caller, at }: Call): TextKind =>
  at.site.unfilteredHtml && can(caller, 'unfiltered-html') ? 'unfiltered' : 'html'

/** Texts of arguments, at whatever depth, that are not short. */
const longTexts = (value: unknown, found = new Set<string>()): Set<string> => {
  if (typeof value === 'string') {
    if (value.length >= SHORT) found.add(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) longTexts(one, found)
  }
  return found
}

/**
 * A call with much text has its names cleaned beside the main thread when they are read, and has its HTML at hand as its
 * caller may store it: nobody stores nothing, and the operator sends whole files.
 */
export const withCleanTexts =
  (clean: CleanTexts) =>
  async (call: Call): Promise<Call> => {
    if (call.source === 'operator') return call
    const texts = [...longTexts(call.sent)]
    if (texts.reduce((sum, { length }) => sum + length, 0) <= AT_ONCE) return call
    if (call.caller === null) return { ...call, clean }
    const kind = kindFor(call)
    // longer ones are refused
    const kept = texts.filter(text => Buffer.byteLength(text) <= HTML_BYTES)
    const cleaned = await clean(kept.map(text => [kind, text]))
    return { ...call, clean, storedHtml: new Map(kept.map((text, n) => [text, cleaned[n] ?? ''])) }
  }

/** HTML as this caller may store it (spec 01 §2). */
export const storedHtml = (text: string, call: Call): string =>
  call.storedHtml?.get(text) ?? cleanNow(kindFor(call), text)
