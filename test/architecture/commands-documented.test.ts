import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commands } from '../../services/cli/commands.ts'

it('docs/operations/commands.md has every operator command in its tables, and no other', () => {
  const page = readFileSync(new URL('../../docs/operations/commands.md', import.meta.url), 'utf8')
  const tables = page.matchAll(/^\| command +\|.*\n\|[- |]+\n((?:\|.*\n)+)/gm)
  const rows = [...tables].flatMap(([, table = '']) => table.split('\n').map(row => row.split('|')[1] ?? ''))
  const named = rows.flatMap(row => [...row.matchAll(/`([a-z][a-z-]*)/g)].map(([, name]) => name))
  expect([...new Set(named)].sort()).toEqual(Object.keys(commands).sort())
})
