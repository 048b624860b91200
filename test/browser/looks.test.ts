import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { lookAllAround, lookAt } from '../support/chromium/looks.ts'
import { DEVICES, openBrowser, openWindow, type Watched } from '../support/chromium/window.ts'

const chromium = inject('chromium')

const page = (style: string, content: string): string =>
  `<!doctype html><html lang="en" dir="ltr"><head><title>School</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <style>body { color: #111; background: #fff } a { color: #00c } ${style}</style></head>
  <body><main><h1>School</h1><p class="text">Text of <a href="#">a link</a> and more.</p>${content}</main></body></html>`

const PHONE = '@media (width < 40rem)'
const DARK = '@media (prefers-color-scheme: dark)'
const FAINT = '.text { color: #777; background: #888 }'
const SOME = '<p class="some">Some</p>'
const PALE = 'x-desktop: color-contrast'
const NAMELESS = '<button class="some" type="button"></button>'
const SCROLLED = '<div class="some"><div style="height: 90px">Short</div><p>Below</p></div>'

/** Style and content of pages on each of which one look finds one fault, and how it is told. */
const faults: Readonly<Record<string, readonly [style: string, content: string, told: string]>> = {
  'a heading left out': ['', '<h4>Rooms</h4>', 'x-desktop: heading-order'],
  'a field without a name': ['', '<input type="text">', 'x-desktop: label'],
  'faint text': [FAINT, '', 'x-desktop: color-contrast'],
  'faint text in the dark': [`${DARK} { ${FAINT} }`, '', 'x-desktop-dark: color-contrast'],
  'a link like its text in the dark': [
    `${DARK} { body { color: #eee; background: #111 } a { color: #e3e3e3; text-decoration: none } }`,
    '',
    'x-desktop-dark: link-in-text-block',
  ],
  'faint text on a phone': [
    `${PHONE} and (prefers-color-scheme: light) { ${FAINT} }`,
    '',
    'x-phone: color-contrast',
  ],
  'faint text on a phone in the dark': [
    `${PHONE} and (prefers-color-scheme: dark) { ${FAINT} }`,
    '',
    'x-phone-dark: color-contrast',
  ],
  'faint text from right to left': [`[dir='rtl'] { ${FAINT} }`, '', 'x-phone-rtl: color-contrast'],
  'faint text from right to left on a desktop': [
    `@media (width > 40rem) { [dir='rtl'] { ${FAINT} } }`,
    '',
    'x-desktop-rtl: color-contrast',
  ],
  'text over something dark on a phone': [
    `.dark { width: 20rem; height: 4rem; background: #333 } ${PHONE} { .dark { margin-top: -4rem; position: relative; z-index: -1 } }`,
    '<p class="some">Over</p><div class="dark"></div>',
    'x-phone-dark: color-contrast',
  ],
  'text that is pale with all around it': [
    'section { opacity: 0.4 }',
    '<section><p>Pale</p></section>',
    PALE,
  ],
  'text in a colour that lets through what is behind it': ['.some { color: #1116 }', SOME, PALE],
  'text with another filling': ['.some { -webkit-text-fill-color: #999 }', SOME, PALE],
  'text with a faint shadow around it': ['.some { color: #888; text-shadow: 0 0 2px #999 }', SOME, PALE],
  'text in a field that is faint': [
    '.some { color: #999; background: #aaa }',
    '<input class="some" aria-label="Name" value="Ada">',
    PALE,
  ],
  'text on a page that is dark behind a light body': [
    'html { background: #333 } body { width: 9rem; white-space: nowrap }',
    '<p>Some text that goes on beyond the body <b style="position: relative; left: 9rem">here</b></p>',
    PALE,
  ],
  'light text on a page without a background': ['body { color: #eee; background: none }', '', PALE],
  'a link like its text': ['a { color: #222; text-decoration: none }', '', 'x-desktop: link-in-text-block'],
  'what sticks out on a phone': ['.some { width: 30rem }', '<div class="some">Wide</div>', 'x-phone-dark: 9'],
  'what sticks out from right to left': [
    `[dir='rtl'] .some { margin-inline-end: -3rem }`,
    '<div class="some">Wide</div>',
    'x-phone-rtl: 40',
  ],
  'what is scrolled on a phone and cannot be reached': [
    `${PHONE} { .some { height: 40px; overflow: auto } }`,
    SCROLLED,
    'x-phone: scrollable-region-focusable',
  ],
  'what is scrolled from right to left and cannot be reached': [
    `[dir='rtl'] .some { height: 40px; overflow: auto }`,
    SCROLLED,
    'x-phone-rtl: scrollable-region-focusable',
  ],
  'a button without a name that only a phone shows': [
    `.some { display: none } ${PHONE} { .some { display: block } }`,
    NAMELESS,
    'x-phone: button-name',
  ],
  'a button without a name that is hidden on a desktop': [
    `.some { visibility: hidden } ${PHONE} { .some { visibility: visible } }`,
    NAMELESS,
    'x-phone: button-name',
  ],
  'a button without a name that is there from right to left': [
    `.some { display: none } [dir='rtl'] .some { display: block }`,
    NAMELESS,
    'x-phone-rtl: button-name',
  ],
  'a heading that a phone leaves out': [
    `${PHONE} { h1 { display: none } }`,
    '',
    'x-phone: page-has-heading-one',
  ],
}

describe.skipIf(chromium === null)('looking at a page', () => {
  let browser: Browser
  let window: Watched
  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '')
    window = await openWindow(browser, 'https://school.example', DEVICES.desktop)
  })
  afterAll(() => browser.close())

  it.each(Object.entries(faults))('finds %s', async (_, [style, content, told]) => {
    await window.page.setContent(page(style, content))
    await expect(lookAllAround(window.page, 'x')).rejects.toThrow(told)
  })

  it('finds nothing where there is nothing, and leaves everything as it was', async () => {
    await window.page.setContent(page('', '<button type="button">Save</button>'))
    const size = () => window.page.evaluate('[innerWidth, document.documentElement.dir]')
    await lookAllAround(window.page, 'x')
    expect(await size()).toEqual([1280, 'ltr'])
  })

  it('asks everything again when it comes again: a script may have changed what is shown', async () => {
    await window.page.setContent(page('', '<button type="button" aria-label="Save"><b></b></button>'))
    await lookAt(window.page, 'x')
    await window.page.evaluate(`document.querySelector('button').removeAttribute('aria-label')`)
    await expect(lookAt(window.page, 'x')).rejects.toThrow('x-desktop: button-name')
  })
})
