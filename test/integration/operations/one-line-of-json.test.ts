import { expect, it } from 'vitest'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

it.each([
  [['export-history', '--format', 'jsonl'], 'export-history prints a file'],
  [['report-user', 'ada'], 'a report is a file'],
  [['report-organizer', '1', '--format', 'jsonl'], 'a report is a file'],
])('%j prints a file of any length, which is no line of JSON', async (words, why) => {
  const { code, stdout } = await cli(temporaryFolder(), [...words, '--json'])
  expect(code).toBe(2)
  expect(JSON.parse(stdout)).toEqual({ error: { message: expect.stringContaining(why) as string } })
})
