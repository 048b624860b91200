import { expect, it } from 'vitest'
import { progressPrinter } from '../../../services/cli/imports/progress-bar.ts'
import { runCli } from '../../../services/cli/run.ts'
import { utcTime } from '../../../shared/kernel/brands.ts'
import { httpFetcher } from '../../../shared/http-fetcher.ts'
import { withoutControls } from '../../../shared/kernel/text/without-controls.ts'

it('writes control characters of texts as JSON does, and leaves lines, cells and letters as they are', () => {
  expect(withoutControls('a\u001b[31mred\u001b]0;title\u0007\u0000\u007f\u009b2J\rover')).toBe(
    'a\\u001b[31mred\\u001b]0;title\\u0007\\u0000\\u007f\\u009b2J\\u000dover',
  )
  const plain = 'a\tb\r\nc\n École 日本 🎻 \u202e\r'
  expect(withoutControls(plain)).toBe(plain)
  const json = JSON.stringify({ text: '\u0007\u009b\u007f"' })
  expect(JSON.parse(withoutControls(json))).toEqual(JSON.parse(json))
})

it('leaves a line of progress to be drawn anew', () => {
  const written: string[] = []
  const bar = progressPrinter({ isTTY: true, write: text => written.push(withoutControls(text)) })
  bar.show({ done: 1, total: 2, elapsedMs: 1_000 })
  expect(written[0]).toMatch(/^\r\u001b\[2K█/)
})

it('is what every command says what it has to say through', async () => {
  const said: string[] = []
  const terminal = {
    out: (text: string) => said.push(text),
    err: { write: (text: string) => said.push(text) },
    nowUtc: () => utcTime('2026-11-27 21:00:00'),
    clockMs: () => 0,
    pause: async () => undefined,
    fetcher: httpFetcher(),
    readFile: async () => new Uint8Array(),
  }
  expect(await runCli(['\u001b[2Jverify'], terminal, {})).toBe(2)
  expect(await runCli(['\u009b2J', '--json'], terminal, {})).toBe(2)
  expect(said.join('')).toContain('\\u001b[2Jverify')
  expect(said.join('')).not.toMatch(/[\u001b\u009b]/)
})
