import { termId, type TermId } from '../../../shared/kernel/brands.ts'
import { brandedIn, wholeNumberIn } from '../../../shared/kernel/whole-number.ts'
import type { Taxonomy } from '../../../shared/facts/term.ts'
import type { Named } from '../../site/the-one.ts'
import type { ApiParts } from './parts.ts'

const TAXONOMIES: ReadonlyMap<string, Taxonomy> = new Map([
  ['category', 'cal_events_cat'],
  ['tag', 'post_tag'],
])

/** Once each. */
const each = <Id extends number>(all: readonly Named<Id>[]): readonly Named<Id>[] => [
  ...new Map(all.map(one => [one.id, one])).values(),
]

type Models = ApiParts['models']

/** Terms by id, else by slug or name. */
export const termsNamed =
  ({ term }: Models) =>
  async (taxonomy: Taxonomy, text: string): Promise<readonly Named<TermId>[]> => {
    const { byId, bySlug, byName } = term.queries
    const id = brandedIn(text, termId)
    const numbered = id === null ? null : await byId(id)
    const rows =
      numbered?.taxonomy === taxonomy
        ? [numbered]
        : [await bySlug(taxonomy, text), ...(await byName(taxonomy, text))].filter(row => row !== null)
    return each(rows.map(({ _id: id, slug }) => ({ id, slug })))
  }

/**
 * Things with a history, or a password, by what people call them: terms by slug or name, events, venues and organizers
 * by slug, venues and organizers also by name, users by login or e-mail address. null: an id is all that names it.
 */
export const itemsNamed = ({ models, accounts }: Pick<ApiParts, 'models' | 'accounts'>) => {
  const named = termsNamed(models)
  return async (type: string, text: string): Promise<readonly Named[] | null> => {
    const taxonomy = TAXONOMIES.get(type)
    if (wholeNumberIn(text) !== null && type !== 'user') return null
    if (taxonomy !== undefined) return named(taxonomy, text)
    switch (type) {
      case 'event': {
        const event = await models.listing.queries.bySlug(text)
        return event === null ? [] : [{ id: event._id, slug: text }]
      }
      case 'venue':
        return found(await directory(models.venue.queries, text))
      case 'organizer':
        return found(await directory(models.organizer.queries, text))
      case 'user': {
        const id = accounts.idOf(text)
        return id === null ? null : [{ id, slug: text }]
      }
      default:
        return null
    }
  }
}

type Row = { readonly _id: number; readonly slug: string } | null

const found = (rows: readonly Row[]): readonly Named[] =>
  each(rows.flatMap(row => (row === null ? [] : [{ id: row._id, slug: row.slug }])))

type Directory = {
  readonly bySlug: (slug: string) => Promise<Row>
  readonly byName: (name: string) => Promise<readonly Row[]>
}

const directory = async ({ bySlug, byName }: Directory, text: string): Promise<readonly Row[]> => [
  await bySlug(text),
  ...(await byName(text)),
]
