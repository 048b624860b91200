import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { displayHtml, sanitizeHtml } from '../../shared/kernel/html/sanitize.ts'
import { htmlTexts } from '../support/chromium/html-texts.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

/** What became of a text: as it is sent after each step. */
type Tried = {
  readonly isOpen: boolean
  readonly dirty: number
  readonly sent: readonly string[]
  /** As the editor writes it once something else of it is changed. */
  readonly written: string
}

/** Opens each text as the form of an event would, does things that change nothing, and tells what is sent each time. */
const TRY = `async texts => {
  const { src } = document.querySelector('script[src$="/editor.js"]')
  const { edit } = await import(src)
  const { written } = await import(src.replace(/editor\\.js$/, 'editor-written.js'))
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html')
  const turn = () => new Promise(resolve => setTimeout(resolve))
  const tried = []
  for (const text of texts) {
    const form = document.createElement('form')
    form.append(document.importNode(page.querySelector('[data-js="editor"]'), true))
    const holder = form.firstElementChild
    const area = holder.querySelector('textarea')
    area.value = text
    document.querySelector('form.manage-form').replaceWith(form)
    form.className = 'manage-form'
    let dirty = 0
    form.addEventListener('input', () => dirty++)
    const sent = []
    const send = async () => {
      await turn()
      sent.push(new FormData(form).get('description'))
    }
    await edit(holder)
    await send()
    const isOpen = area.hidden
    const root = holder.querySelector('[data-js="text"]')
    let made = ''
    if (isOpen) {
      root.focus()
      await send()
      root.blur()
      made = written(root, !/<p[\\s>]/i.test(text))
      await send()
      const before = dirty
      const node = document.createTreeWalker(root, NodeFilter.SHOW_TEXT).nextNode()
      if (node !== null) {
        node.data = 'x' + node.data
        await turn()
        if (new FormData(form).get('description') === text) sent.push('nobody noticed the change')
        node.data = node.data.slice(1)
        await send()
      }
      dirty -= dirty > before ? 2 : 0
      holder.querySelector('[data-do="html"]').click()
      await send()
      area.blur()
      holder.querySelector('[data-do="edit"]').click()
      for (let n = 0; n < 200 && !area.hidden; n++) await turn()
      if (!area.hidden) sent.push('not opened again')
      await send()
    }
    tried.push({ isOpen, dirty, sent, written: made })
  }
  return tried
}`

/** What a reader sees of HTML: its lines, and which words are in which elements. */
const SEE = `htmls => htmls.map(html => {
  const box = document.createElement('div')
  box.innerHTML = html
  document.body.append(box)
  const names = { b: 'strong', i: 'em' }
  const told = text => text.replace(/[ \\t\\r\\n]+/g, ' ').trim()
  const elements = [...box.querySelectorAll('*:not(br)')].flatMap(one =>
    told(one.textContent) === '' ? [] : [(names[one.localName] ?? one.localName) + ' ' +
      (one.getAttribute('href') ?? '') + ': ' + one.textContent.replace(/[ \\t\\r\\n]+/g, '')])
  const lines = box.innerText.split('\\n').map(told).filter(line => line !== '')
  box.remove()
  return [...lines, ...elements]
})`

const samples = join(import.meta.dirname, '../../../shared/samples')

/** Descriptions of the sample files, as an import brings them; none where there are no such files. */
const sampled = (): readonly string[] => {
  if (!existsSync(samples)) return []
  const files = readdirSync(samples).filter(name => name.endsWith('.ics'))
  const texts = files.flatMap(name =>
    [
      ...readFileSync(join(samples, name), 'utf8')
        .replaceAll(/\r?\n[ \t]/g, '')
        .matchAll(/^DESCRIPTION:(.+?)\r?$/gm),
    ]
      .slice(0, 6)
      .map(([, text = '']) =>
        text
          .replaceAll(/\\n/gi, '\n')
          .replaceAll(/\\([,;\\])/g, '$1')
          .replaceAll('\r', ''),
      ),
  )
  return [...new Set(texts.map(sanitizeHtml))].slice(0, 150)
}

/** In parts, so that nothing waits for all of them. */
const inParts = async <Out>(page: Page, script: string, all: readonly string[]): Promise<readonly Out[]> => {
  const found: Out[] = []
  for (let from = 0; from < all.length; from += 50)
    found.push(
      ...(await page.evaluate<readonly Out[]>(`(${script})(${JSON.stringify(all.slice(from, from + 50))})`)),
    )
  return found
}

describe.skipIf(chromium === null)('07 §5 texts that are opened and not changed', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())

  it.each(Object.entries({ ...htmlTexts(150), sampled: sampled() }))(
    '%s ones are sent byte for byte; what the editor writes of them shows the same',
    async (kind, texts) => {
      await world.inWindow(async page => {
        await page.goto('/manage/events/new')
        const tried = await inParts<Tried>(page, TRY, texts)
        const changed = texts.flatMap((text, n) => {
          const { sent = [], dirty } = tried[n] ?? {}
          return dirty === 0 && sent.length > 0 && sent.every(one => one === text)
            ? []
            : [{ text, sent, dirty }]
        })
        expect(changed).toEqual([])
        const open = texts.flatMap((text, n) => {
          const one = tried[n]
          return one?.isOpen === true ? [{ text, written: one.written }] : []
        })
        // most of them are opened
        expect(open.length).toBeGreaterThan(kind === 'odd' ? 30 : texts.length * 0.9 - 1)
        const [before, after] = [
          await inParts<readonly string[]>(
            page,
            SEE,
            open.map(({ text }) => displayHtml(text)),
          ),
          await inParts<readonly string[]>(
            page,
            SEE,
            open.map(({ written }) => displayHtml(written)),
          ),
        ]
        expect(open.map((one, n) => ({ ...one, seen: after[n] }))).toEqual(
          open.map((one, n) => ({ ...one, seen: before[n] })),
        )
      }, world.administrator)
    },
  )
})
