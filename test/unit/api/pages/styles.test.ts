import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../../services/api/pages/assets')
const names = readdirSync(folder).filter(name => name.endsWith('.css'))

/** Declarations that say left or right where begin and end are meant. */
const sidesIn = (css: string): readonly string[] =>
  css
    .replace(/\/\*[^]*?\*\//g, '')
    // what is computed has blanks of its own
    .replace(/\((?:[^()]|\([^()]*\))*\)/g, '()')
    .split(/[;{}]/)
    .map(declaration => declaration.trim())
    .filter(declaration =>
      /^([\w-]+-)?(left|right)(-[\w-]+)?\s*:|^(text-align|float|clear)\s*:\s*(left|right)\b|^(margin|padding|inset|border-width|border-radius)\s*:\s*\S+(?:\s+\S+){3}$|translateX|^(min-|max-)?width\s*:/.test(
        declaration,
      ),
    )
    // four sides of which the two at the sides are equal say neither
    .filter(declaration => {
      const [, second, , fourth] = (declaration.split(':')[1] ?? '').trim().split(/\s+/)
      return fourth === undefined || second !== fourth
    })

const DARK = /@media \(prefers-color-scheme: dark\) \{([^]*?)\n\}/g

/** What is said for the dark besides other colours and no shadow, and asking for it in any other way. */
const elseInTheDark = (css: string): readonly string[] => [
  ...[...css.matchAll(DARK)]
    .flatMap(([, block = '']) => [...block.matchAll(/([^;{}]+);/g)])
    .map(([, declaration = '']) => declaration.trim())
    .filter(declaration => !/^--[\w-]+: #[\da-f]{6}$|^--shadow: none$/.test(declaration)),
  ...(css.replace(DARK, '').match(/.*prefers-color-scheme.*/g) ?? []),
]

describe('styles of the pages', () => {
  it.each(names)('%s knows no left and no right, so that it reads both ways', name => {
    expect(sidesIn(readFileSync(join(folder, name), 'utf8'))).toEqual([])
  })
  it.each([
    'a { margin-left: 1px }',
    'a { left: 0 }',
    'a { border-right-width: 1px }',
    'a { border-top-left-radius: 1px }',
    'a { text-align: right }',
    'a { float: left }',
    'a { margin: 0 1px 0 2px }',
    'a { transform: translateX(1px) }',
    'a { padding: 0 calc(1px + 2px) 0 max(3px, (4px)) }',
    'a { max-width: 10px }',
  ])('%s would be found', css => {
    expect(sidesIn(css)).toHaveLength(1)
  })
  it.each(['a { margin-inline-start: 1px }', 'a { margin: 0 1px 0 1px }', 'a { text-align: start }'])(
    '%s is none of them',
    css => {
      expect(sidesIn(css)).toEqual([])
    },
  )

  it.each(names)(
    '%s changes nothing but colours in the dark: browser tests ask for nothing else there',
    name => {
      expect(elseInTheDark(readFileSync(join(folder, name), 'utf8'))).toEqual([])
    },
  )
  it.each(['display: none', '--gap: 1rem', 'color: red', '--paper: url(a.png)'])(
    '%s would be found',
    other => {
      const css = `@media (prefers-color-scheme: dark) {\n  a {\n    --ink: #ffffff;\n    ${other};\n  }\n}\n`
      expect(elseInTheDark(css)).toEqual([other])
    },
  )
  it('another way to ask for the dark would be found', () => {
    const css = '@media not (prefers-color-scheme: light) {\n  a {\n    display: none;\n  }\n}\n'
    expect(elseInTheDark(css)).toEqual(['@media not (prefers-color-scheme: light) {'])
  })
})
