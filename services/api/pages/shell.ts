import { html, trusted, type Markup } from '../../../shared/kernel/html/markup.ts'
import { rootOf } from '../../../shared/kernel/site-url.ts'
import type { User } from '../../accounts/state.ts'
import type { Site } from '../platform/call.ts'
import type { Assets } from './assets.ts'
import type { Page } from './page.ts'

/** An index of the interface, and what a link to it is called. */
export type IndexLink = { readonly href: string; readonly rel: string }

type Around = {
  readonly site: Site
  readonly indexes: readonly IndexLink[]
  readonly assets: Pick<Assets, 'path'>
  readonly user: User | null
  /** The page to sign in, which leads back here. */
  readonly signIn: string
  /** Nonce of a signed-in user for REST requests; null: a guest. */
  readonly restNonce: string | null
  /** Links of the header that this reader has. */
  readonly links: readonly { readonly href: string; readonly label: string }[]
}

const style = (path: string) => html`<link rel="stylesheet" href="${path}" />`
const script = (path: string) => html`<script type="module" src="${path}"></script>`

/** Every page with a form that is posted has the script that sends it once (spec 00 §5). */
const scriptsOf = ({ main, scripts = [] }: Page): readonly string[] =>
  main.markup.includes('method="post"') ? ['once.js', ...scripts] : scripts

const header = ({ site, user, signIn, links }: Around): Markup =>
  html` <a class="skip-link" href="#main">Skip to content</a>
    <header class="site-header">
      <a class="site-header__name" href="${site.baseUrl}/">${site.name}</a>
      <nav class="site-header__nav" aria-label="Site">
        <ul>
          ${links.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
        </ul>
      </nav>
      <p class="site-header__user">
        ${
          user === null
            ? html`<a href="${signIn}" data-js="sign-in">Sign in</a>`
            : html`<a href="${site.baseUrl}/account"
                  >${user.login}<span class="visually-hidden">: your account</span></a
                >
                <a href="${site.baseUrl}/sign-out">Sign out</a>`
        }
      </p>
    </header>`

const footer = ({ site }: Around): Markup =>
  html` <footer class="site-footer">
    <p>${site.name}${site.description === '' ? null : ` · ${site.description}`}</p>
  </footer>`

/** A whole document (spec 00 §5). Works without scripts; those of the page make it better. */
export const documentOf = (page: Page, around: Around): string => {
  const { site, assets, restNonce } = around
  const asset = (name: string) => `${rootOf(site.baseUrl)}${assets.path(name)}`
  const isEmbed = page.frame === 'embed'
  const title = page.title === site.name ? site.name : `${page.title} · ${site.name}`
  const { markup } = html`${trusted('<!doctype html>')}
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${restNonce === null ? null : html`<meta name="cal-rest-nonce" content="${restNonce}" />`}
        <link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml" />
        ${around.indexes.map(({ href, rel }) => html`<link rel="${rel}" href="${href}" />`)}
        ${['site.css', ...(page.styles ?? [])].map(name => style(asset(name)))}
        ${scriptsOf(page).map(name => script(asset(name)))} ${page.head ?? null}
      </head>
      <body class="${isEmbed ? 'is-embed' : 'is-page'}">
        ${isEmbed ? null : header(around)}
        <main id="main">${page.notice ?? null}${page.main}</main>
        ${isEmbed ? null : footer(around)}
      </body>
    </html> `
  return markup
}
