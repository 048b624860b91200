import { plainText } from '../../shared/kernel/html/text.ts'
import { fold } from '../../shared/kernel/text/spelling.ts'
import { publishedAt, withRendered } from '../items/post.ts'
import type { EventItem } from '../items/item.ts'
import { searchText } from '../items/search.ts'
import type { EventRow } from './row.ts'
import { spanOf } from './window.ts'

/** One list for all events that lack the same. */
const LACKS = { venue: ['venue'], nothing: [] } as const

/** The row of an event, made once per batch however many facts it got. */
export const rowOf = (folded: EventItem): EventRow => {
  const item = withRendered(folded)
  const { _id, rev, created, modified, values, was, purged, madeOf, rendered } = item
  const title = plainText(values.title)
  const { status, hidden, start } = values
  // clocks that are put back can make an end read earlier than its start
  const end = values.end < start ? start : values.end
  return {
    _id,
    rev,
    created,
    modified,
    values,
    was,
    purged,
    madeOf,
    public: status === 'publish' && !hidden,
    listed: status !== 'trash' && !hidden,
    status: purged ? 'purged' : status,
    hidden,
    protected: values.password !== '',
    author: values.author,
    slug: values.slug,
    start,
    end,
    span: spanOf(start, end),
    published: publishedAt(item),
    categories: values.categories,
    tags: values.tags,
    venues: values.venues,
    organizers: values.organizers,
    lacks: values.venues.length === 0 ? LACKS.venue : LACKS.nothing,
    featured: values.featured,
    parent: values.parent,
    image: values.image,
    title: fold(title),
    menu: values.sticky && values.password === '' ? -1 : 0,
    rendered,
    text: searchText([title, plainText(values.description), plainText(values.excerpt)]),
  }
}
