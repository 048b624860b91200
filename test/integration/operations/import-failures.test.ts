import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { cli, fileWith, started } from '../../support/cli.ts'
import { freePort } from '../../support/free-port.ts'

/** A table whose first row is good and is followed by so many without a date that can be read. */
const tableWith = (failing: number): string =>
  [
    'Event Name,Start Date,Start Time',
    'Good,2027-06-07,10:00',
    ...Array.from({ length: failing }, (_, n) => `Fair ${n + 1},31/31/2027,10:00`),
    '',
  ].join('\r\n')

const lineOf = (n: number) =>
  `line ${n + 2}, "Fair ${n}": Its start cannot be read (Start Date: 31/31/2027; Start Time: 10:00): write it as 2027-06-07 or 2027-06-07 09:30.`

const linesOf = (count: number) => Array.from({ length: count }, (_, n) => lineOf(n + 1))

describe('05 §11 failures at the command line', () => {
  it('the first ten with line, title and what to do; the rest one command away', async () => {
    const dataDir = temporaryFolder()
    // commands speak with what runs there
    await started(dataDir, await freePort())
    const { code, stdout } = await cli(dataDir, ['import-file', fileWith(tableWith(25), 'fairs.csv')])
    expect(code).toBe(0)
    const said = stdout.trimEnd().split('\n')
    const id = /^import (\w+): success$/m.exec(stdout)?.[1] ?? ''
    expect(said.slice(said.indexOf('the first 10 of 25 failures:'))).toEqual([
      'the first 10 of 25 failures:',
      ...linesOf(10).map(line => `  ${line}`),
      `15 more: npm run cli -- show-import ${id} --outcome failed`,
    ])
    const all = await cli(dataDir, ['show-import', id, '--outcome', 'failed'])
    expect([all.code, all.stdout.trimEnd().split('\n')]).toEqual([0, linesOf(25)])
    const some = await cli(dataDir, [
      'show-import',
      id,
      '--outcome',
      'failed',
      '--from',
      '12',
      '--limit',
      '2',
    ])
    expect(some.stdout.trimEnd().split('\n')).toEqual([lineOf(11), lineOf(12)])
    const created = await cli(dataDir, ['show-import', id, '--outcome', 'created'])
    expect(created.stdout).toMatch(/^line 2, "Good": created \d+\n$/)
    const none = await cli(dataDir, ['show-import', id, '--outcome', 'duplicate'])
    expect(none.stdout).toBe('no items: duplicate\n')
    const json = await cli(dataDir, ['show-import', id, '--outcome', 'failed', '--json'])
    expect((JSON.parse(json.stdout) as { readonly items: readonly object[] }).items).toHaveLength(25)
  })

  it('all of them when there are no more than ten', async () => {
    const { stdout } = await cli(temporaryFolder(), ['import-file', fileWith(tableWith(3), 'fairs.csv')])
    const said = stdout.trimEnd().split('\n')
    expect(said.slice(said.indexOf('failures:'))).toEqual([
      'failures:',
      ...linesOf(3).map(line => `  ${line}`),
    ])
  })
})
