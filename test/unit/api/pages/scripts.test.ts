import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../../services/api/pages/assets')
const names = readdirSync(folder).filter(name => name.endsWith('.js'))

/** What asks how wide a window is, for fingers, for preferences, or in which direction a document is written. */
const ASKS =
  /.*(?:matchMedia|(?:inner|outer|client|offset|scroll)(?:Width|Height)|getBoundingClientRect|visualViewport|\bscreen\.|ontouch|maxTouchPoints|userAgent|\.dir\b|\bdirection\b|documentElement\.lang).*/g

const asked = (script: string): readonly string[] => (script.match(ASKS) ?? []).map(line => line.trim())

describe('scripts of the pages', () => {
  it('ask what their page is looked at on when something happens, not when they start: browser tests load a page once', () => {
    const all = names.flatMap(name => asked(readFileSync(join(folder, name), 'utf8')))
    expect(all).toEqual([
      // in answer to a key; and what is told to the page around it whenever it is another
      "const isMirrored = getComputedStyle(bar).direction === 'rtl'",
      '{ secret, height: Math.ceil(document.body.getBoundingClientRect().height) },',
    ])
  })
  it.each([
    "if (matchMedia('(width < 40rem)').matches) fold()",
    'if (window.innerWidth < 600) fold()',
    "if ('ontouchstart' in window) enlarge()",
    "if (document.documentElement.dir === 'rtl') mirror()",
    "if (getComputedStyle(bar).direction === 'rtl') mirror()",
    "if (document.documentElement.lang === 'ar') mirror()",
  ])('%s would be found', script => {
    expect(asked(`start()\n${script}\n`)).toEqual([script])
  })
})
