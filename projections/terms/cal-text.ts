import type { TermId } from '../../shared/kernel/brands.ts'
import type { TermValues } from '../../shared/facts/term.ts'
import { shownTermName } from '../../shared/kernel/text/term-name.ts'
import { asciiJson, calUrl, type Site } from '../items/post.ts'

/** Texts before and after the number of events. */
export type CountedTexts = readonly [before: string, after: string]
/** The same of an object, without its page, whose address depends on other terms. */
export type ObjectTexts = readonly [before: string, between: string, after: string]

const routes = { cal_events_cat: 'categories', post_tag: 'tags' } as const
const pages = { cal_events_cat: 'category', post_tag: 'tag' } as const

const hrefs = (id: TermId, { taxonomy, parent }: TermValues, site: Site) => ({
  self: calUrl(site, `/${routes[taxonomy]}/${id}`),
  collection: calUrl(site, `/${routes[taxonomy]}`),
  ...(parent === null ? {} : { up: calUrl(site, `/${routes[taxonomy]}/${parent}`) }),
})

/** As it stands inside events (spec 02 §1.1). */
export const embeddedTexts = (id: TermId, values: TermValues, site: Site): CountedTexts => {
  const before = asciiJson({
    name: shownTermName(values.name),
    slug: values.slug,
    term_group: 0,
    term_taxonomy_id: id,
    taxonomy: values.taxonomy,
    description: values.description,
    parent: values.parent ?? 0,
  })
  return [
    `${before.slice(0, -1)},"count":`,
    `,"filter":"raw","id":${id},"urls":${asciiJson(hrefs(id, values, site))}}`,
  ]
}

/** List item and single object, without `_links` and the closing bracket (spec 02 §1.4). */
export const objectTexts = (id: TermId, values: TermValues, site: Site): ObjectTexts => {
  const { taxonomy, name, slug, description, parent } = values
  const between = asciiJson({
    description,
    name: shownTermName(name),
    slug,
    taxonomy,
    ...(taxonomy === 'cal_events_cat' ? { parent: parent ?? 0 } : {}),
    meta: [],
  })
  const urls = `,"urls":${asciiJson(hrefs(id, values, site))}`
  return [`{"id":${id},"count":`, `,${between.slice(1, -1)}`, urls]
}

/** `,"url":…`; `path`: what names the term in the address of its page. */
export const urlMember = ({ taxonomy }: TermValues, path: string, site: Site): string =>
  `,"url":${JSON.stringify(`${site.url}/events/${pages[taxonomy]}/${path}/`)}`

/** `,"_links":…` of single reads, create and update. */
export const linksMember = (id: TermId, values: TermValues, site: Site): string => {
  const links = Object.entries(hrefs(id, values, site)).map(([relation, href]) => [relation, [{ href }]])
  return `,"_links":${asciiJson(Object.fromEntries(links) as object)}`
}
