import type { TermValues } from '../../shared/facts/term.ts'
import { asciiJson } from '../items/ascii-json.ts'
import { calUrl, type Site } from '../items/site.ts'

/** Texts before and after the number of events. */
export type CountedTexts = readonly [before: string, after: string]

const routes = { cal_events_cat: 'categories', post_tag: 'tags' } as const
const pages = { cal_events_cat: 'category', post_tag: 'tag' } as const

const hrefs = (id: number, { taxonomy, parent }: TermValues, site: Site) => ({
  self: calUrl(site, `/${routes[taxonomy]}/${id}`),
  collection: calUrl(site, `/${routes[taxonomy]}`),
  ...(parent === null ? {} : { up: calUrl(site, `/${routes[taxonomy]}/${parent}`) }),
})

/** As it stands inside events (spec 02 §1.1). */
export const embeddedTexts = (id: number, values: TermValues, site: Site): CountedTexts => {
  const { self, collection } = hrefs(id, values, site)
  const before = asciiJson({
    name: values.name,
    slug: values.slug,
    term_group: 0,
    term_taxonomy_id: id,
    taxonomy: values.taxonomy,
    description: values.description,
    parent: values.parent ?? 0,
  })
  return [
    `${before.slice(0, -1)},"count":`,
    `,"filter":"raw","id":${id},"urls":${asciiJson({ self, collection })}}`,
  ]
}

/** List item and single object, without `_links` and the closing bracket (spec 02 §1.4). */
export const objectTexts = (id: number, values: TermValues, site: Site): CountedTexts => {
  const { taxonomy, name, slug, description, parent } = values
  const after = asciiJson({
    description,
    name,
    slug,
    taxonomy,
    ...(taxonomy === 'cal_events_cat' ? { parent: parent ?? 0 } : {}),
    meta: [],
    url: `${site.url}/events/${pages[taxonomy]}/${slug}/`,
    urls: hrefs(id, values, site),
  })
  return [`{"id":${id},"count":`, `,${after.slice(1, -1)}`]
}

/** `,"_links":…` of single reads, create and update. */
export const linksMember = (id: number, values: TermValues, site: Site): string => {
  const links = Object.entries(hrefs(id, values, site)).map(([relation, href]) => [relation, [{ href }]])
  return `,"_links":${asciiJson(Object.fromEntries(links) as object)}`
}
