import type { ImageId } from '../../shared/kernel/brands.ts'
import type { ItemKind } from '../../shared/facts/common.ts'
import { displayTitle } from '../../shared/kernel/html/sanitize.ts'
import { toLocal } from '../../shared/kernel/time/zone.ts'
import {
  asciiJson,
  guidOf,
  insideJson,
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

/** Of an object, JSON: `{` and what stands before `template`, and members that follow, each after a comma. */
type CalxPost = {
  readonly upToTemplate: string
  /** "" in objects that are embedded. */
  readonly template: string
  /** "" but for editing. */
  readonly edited: string
}

const stamp = (dateTime: string): string => `"${dateTime.slice(0, 10)}T${dateTime.slice(11)}"`

/** HTML as a text of JSON, with a line end. */
const ended = (html: string): string => (html === '' ? '""' : `"${insideJson(html)}\\n"`)

/** Whether only the shell of a protected item is shown. */
export const isShut = (values: { readonly password: string }, { open }: CalxForm): boolean =>
  values.password !== '' && !open

/** What stands for the texts of a shut one. */
export const blanked = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(texts).map(name => [name, '']))

/** Members that events, venues and organizers have in common, in their order (spec 03 §1). `name`: title or name. */
export const calxPost = (
  item: RenderedItem<Values>,
  kind: ItemKind,
  name: string,
  site: Site,
  form: CalxForm,
): CalxPost => {
  const { _id, values, rendered, modified } = item
  const { slug, status, password, description, excerpt } = values
  const shut = isShut(values, form)
  const ifWhole = (members: string): string => (form.context === 'embed' ? '' : members)
  const ifEdited = (members: string): string => (form.context === 'edit' ? members : '')
  const html = (stored: string, shown: string): string =>
    `{${ifEdited(`"raw":${asciiJson(stored)},`)}"rendered":${shut ? '""' : ended(shown)},"protected":${password !== ''}}`
  const published = publishedAt(item)
  const date = stamp(toLocal(published, site.zone))
  const changed = modified === published ? date : stamp(toLocal(modified, site.zone))
  const guid = guidOf(site, kind, _id)
  const dates =
    `"date_gmt":${stamp(published)},` +
    `"guid":{"rendered":${asciiJson(guid.replaceAll('&', '&#038;'))}${ifEdited(`,"raw":${asciiJson(guid)}`)}},` +
    `"modified":${changed},"modified_gmt":${stamp(modified)},`
  return {
    upToTemplate:
      `{"id":${_id},"date":${date},${ifWhole(dates)}` +
      `"slug":${asciiJson(slug)},${ifWhole(`"status":"${status}",`)}"type":"${postTypes[kind]}",` +
      `"link":${asciiJson(pageUrl(site, kind, _id, values))},` +
      `"title":{${ifEdited(`"raw":${asciiJson(name)},`)}"rendered":${asciiJson(displayTitle(name))}},` +
      ifWhole(`"content":${html(description, rendered.description)},`) +
      `"excerpt":${html(excerpt, rendered.excerpt)},` +
      `"author":${values.author},"featured_media":${shut ? 0 : (values.image ?? 0)}`,
    template: ifWhole(`,"template":${asciiJson(shut ? '' : values.template)}`),
    edited: ifEdited(
      `,"password":${asciiJson(password)},"permalink_template":${asciiJson(pagePattern(site, kind))},` +
        `"generated_slug":${asciiJson(slug)}`,
    ),
  }
}

/** Object of a venue or organizer, JSON: `texts` are the members that others have not. */
export const calxObject = (
  { upToTemplate, template, edited }: CalxPost,
  texts: Readonly<Record<string, string>>,
): string => `${upToTemplate}${template}${edited},${asciiJson(texts).slice(1)}`
