import type { ImageId } from '../../shared/kernel/brands.ts'
import type { ItemKind } from '../../shared/facts/common.ts'
import { displayTitle } from '../../shared/kernel/html/sanitize.ts'
import { toLocal } from '../../shared/kernel/time/zone.ts'
import {
  guidOf,
  pagePattern,
  pageUrl,
  postTypes,
  type PostValues,
  publishedAt,
  type RenderedItem,
  type Site,
} from './post.ts'

/** How much of an object is shown (spec 03 §1.3). */
export type CalxContext = 'view' | 'embed' | 'edit'

/** `open`: with everything although it is protected. */
export type CalxForm = { readonly context: CalxContext; readonly open: boolean }

type Values = PostValues & {
  readonly slug: string
  readonly description: string
  readonly excerpt: string
  readonly image: ImageId | null
  readonly template: string
  readonly password: string
}

type Members = Readonly<Record<string, unknown>>

const EMBEDDED = ['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media']

const stamp = (dateTime: string): string => dateTime.replace(' ', 'T')

const ended = (html: string): string => (html === '' ? '' : `${html}\n`)

/** Whether only the shell of a protected item is shown. */
export const isShut = (values: { readonly password: string }, { open }: CalxForm): boolean =>
  values.password !== '' && !open

/** What stands for the texts of a shut one. */
export const blanked = (texts: Readonly<Record<string, string>>): Members =>
  Object.fromEntries(Object.keys(texts).map(name => [name, '']))

/** Members that events, venues and organizers have in common, in their order (spec 03 §1). `name`: title or name. */
export const calxPost = (
  item: RenderedItem<Values>,
  kind: ItemKind,
  name: string,
  site: Site,
  form: CalxForm,
): Members => {
  const { _id, values, rendered } = item
  const { slug, status, author, password, description, excerpt } = values
  const shut = isShut(values, form)
  const raw = (text: string): Members => (form.context === 'edit' ? { raw: text } : {})
  const published = publishedAt(item)
  const guid = guidOf(site, kind, _id)
  const members: Members = {
    id: _id,
    date: stamp(toLocal(published, site.zone)),
    date_gmt: stamp(published),
    guid: { rendered: guid.replaceAll('&', '&#038;'), ...raw(guid) },
    modified: stamp(toLocal(item.modified, site.zone)),
    modified_gmt: stamp(item.modified),
    slug,
    status,
    type: postTypes[kind],
    link: pageUrl(site, kind, _id, values),
    title: { ...raw(name), rendered: displayTitle(name) },
    content: {
      ...raw(description),
      rendered: shut ? '' : ended(rendered.description),
      protected: password !== '',
    },
    excerpt: {
      ...raw(excerpt),
      rendered: shut ? '' : ended(rendered.excerpt),
      protected: password !== '',
    },
    author,
    featured_media: shut ? 0 : (values.image ?? 0),
    template: shut ? '' : values.template,
  }
  if (form.context === 'embed')
    return Object.fromEntries(Object.entries(members).filter(([member]) => EMBEDDED.includes(member)))
  if (form.context === 'view') return members
  return {
    ...members,
    password,
    permalink_template: pagePattern(site, kind),
    generated_slug: slug,
  }
}
