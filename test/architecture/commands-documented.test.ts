import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commands } from '../../services/cli/commands.ts'

it('docs/operations.md has every operator command in its table, and no other', () => {
  const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, table = ''] = /^\| command +\|.*\n\|[- |]+\n((?:\|.*\n)+)/m.exec(operations) ?? []
  const rows = table.split('\n').map(row => row.split('|')[1] ?? '')
  const named = rows.flatMap(row => [...row.matchAll(/`([a-z][a-z-]*)/g)].map(([, name]) => name))
  expect([...new Set(named)].sort()).toEqual(Object.keys(commands).sort())
})
