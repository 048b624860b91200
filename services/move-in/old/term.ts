import { termId } from '../../../shared/kernel/brands.ts'
import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import type { Taxonomy, TermValues } from '../../../shared/facts/term.ts'
import { decodeReferences } from '../../../shared/kernel/html/text.ts'
import { oneLine, slugOf } from '../../../shared/kernel/text/spelling.ts'
import { cutHtml, cutLine } from '../../imports/item/cut.ts'
import { wrongTypes, type Notice } from './post.ts'
import { shownIn, termShape, type OldThing } from './shape.ts'

export type OldTerm =
  | { readonly ok: true; readonly values: TermValues; readonly notices: readonly Notice[] }
  | { readonly ok: false; readonly reason: 'missing_title' }

const parentIn = (id: number | null | undefined) => (id == null ? null : termId(id))

/** A category or tag as it is to be here (spec 05 §15). */
export const oldTerm = (taxonomy: Taxonomy, { cal, links }: OldThing, cleaning: Cleaning): OldTerm => {
  const { shown, wrong } = shownIn(termShape, cal)
  const name = cutLine(oneLine(cleaning('term', decodeReferences(shown.name ?? ''))))
  if (name === '') return { ok: false, reason: 'missing_title' }
  const parent = taxonomy === 'cal_events_cat' ? parentIn(links.parent) : null
  const description = cleaning('html', cutHtml(shown.description ?? ''))
  const values = { taxonomy, name, slug: slugOf(shown.slug ?? ''), description, parent }
  return { ok: true, values, notices: wrongTypes(wrong) }
}
