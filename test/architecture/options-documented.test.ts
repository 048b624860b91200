import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { optionNames } from '../../services/site/options.ts'

it('00 §7 names every setting of set-option', () => {
  const overview = readFileSync(
    join(import.meta.dirname, '..', '..', 'docs', 'spec', '00-overview.md'),
    'utf8',
  )
  const section = /^## 7\. .*?(?=^## 8\.)/ms.exec(overview)?.[0] ?? ''
  const named = new Set([...section.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name))
  expect(optionNames.filter(name => !named.has(name))).toEqual([])
  expect(optionNames.length).toBeGreaterThan(20)
})
