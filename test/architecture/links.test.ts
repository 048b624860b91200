import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const top = join(import.meta.dirname, '../..')
const TEXTS = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'bench/README.md'],
  ...readdirSync(join(top, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
]

/** Of links inside of the repository the path, empty for the same text, and the heading. */
const LINK = /\]\((?![a-z]+:)([^\s)#]*)(?:#([^\s)]*))?\)/g

/** What a heading is linked by: its words in small letters with lines between, without marks. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Links of a text that lead nowhere. */
const deadLinksIn = (text: string, from: string): readonly string[] =>
  [...text.matchAll(LINK)].flatMap(([link, path = '', anchor]) => {
    const there = path === '' ? from : join(dirname(from), path)
    if (!existsSync(join(top, there))) return [link]
    if (anchor === undefined) return []
    return anchorsIn(readFileSync(join(top, there), 'utf8')).includes(anchor) ? [] : [link]
  })

it.each(TEXTS)('every link of %s to a file or heading of ours leads there', text => {
  expect(deadLinksIn(readFileSync(join(top, text), 'utf8'), text)).toEqual([])
})

it('links that lead nowhere would be found', () => {
  const text =
    '[a](docs/none.md), [b](docs/performance.md#none), [c](docs/performance.md#aims), [d](https://e.org/)'
  expect(deadLinksIn(text, 'README.md')).toEqual(['](docs/none.md)', '](docs/performance.md#none)'])
})
