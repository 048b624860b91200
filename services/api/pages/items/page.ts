import { scriptJson } from '../../../../shared/kernel/html/text.ts'
import { html, trusted, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { ItemStatus } from '../../../../shared/facts/common.ts'
import { isPublic } from '../../../../shared/rights.ts'
import type { Site } from '../../platform/call.ts'
import type { Page } from '../page.ts'
import type { Presented } from './parts.ts'

/** Who may read an item, as far as its page tells. */
export type Standing = {
  readonly status: ItemStatus
  readonly password: string
}

const WORDS: Readonly<Record<string, string>> = {
  draft: 'This is a draft.',
  pending: 'This waits to be published.',
  future: 'This will be published later.',
  private: 'This is private.',
}

/** Two descriptions that other sites embed this page by (spec 06 §2.1). */
const discovery = (url: string, title: string, { baseUrl }: Site): Markup => {
  const endpoint = `${baseUrl}/index.php?rest_route=/oembed/1.0/embed&url=${encodeURIComponent(url)}`
  const xml = `${endpoint}&format=xml`
  return html`<link rel="alternate" type="application/json+oembed" title="${title}" href="${endpoint}" />
    <link rel="alternate" type="text/xml+oembed" title="${title}" href="${xml}" />`
}

const headOf = (item: Presented, standing: Standing, site: Site): Markup => {
  const { title, url, summary, image, jsonLd } = item
  return html`<link rel="canonical" href="${url}" />
    ${isPublic(standing) ? discovery(url, title, site) : html`<meta name="robots" content="noindex" />`}
    ${summary === '' ? null : html`<meta name="description" content="${summary}" />`}
    <meta property="og:title" content="${title}" />
    <meta property="og:url" content="${url}" />
    <meta property="og:site_name" content="${site.name}" />
    ${image === null ? null : html`<meta property="og:image" content="${image.url}" />`}
    ${
      jsonLd === null
        ? null
        : html`<script type="application/ld+json">
            ${trusted(scriptJson(jsonLd))}
          </script>`
    }`
}

/** The page of an item (spec 00 §5). */
export const itemPage = (item: Presented, standing: Standing, site: Site): Page => {
  const said = WORDS[standing.status]
  return {
    status: 200,
    title: item.title,
    head: headOf(item, standing, site),
    styles: ['item.css'],
    main: html`${said === undefined ? null : html`<p class="notice">${said}</p>`}${item.article}`,
  }
}

/** The same in the frame of an embed (spec 06 §2.1); its links lead out of it where a sandbox lets them. */
export const embedPage = ({ title, url, embedded, image }: Presented, { name, baseUrl }: Site): Page => ({
  status: 200,
  title,
  frame: 'embed',
  head: html`<link rel="canonical" href="${url}" /> <meta name="robots" content="noindex" />`,
  styles: ['embed.css'],
  scripts: ['embed.js'],
  main: html`<article class="embed">
    ${image === null ? null : html`<img class="embed__picture" src="${image.url}" alt="${image.alt ?? ''}" />`}
    <h1><a href="${url}" target="_top">${title}</a></h1>
    ${embedded}
    <p class="embed__site"><a href="${baseUrl}/" target="_top">${name}</a></p>
  </article>`,
})
