import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { configNames } from '../../shared/config.ts'

it('.env.example names every setting of shared/config.ts, and no other', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const named = [...text.matchAll(/^([A-Z_]+)=/gm)].map(match => match[1])
  expect(named.sort()).toEqual([...configNames].sort())
})
