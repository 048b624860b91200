import { expect, it } from 'vitest'
import type { Terminal } from '../../../services/cli/command.ts'
import { progressPrinter } from '../../../services/cli/imports/progress-bar.ts'
import { runCli, showing } from '../../../services/cli/run.ts'
import { utcTime } from '../../../shared/kernel/brands.ts'
import { httpFetcher } from '../../../shared/http-fetcher.ts'
import { REDRAW, withoutControls } from '../../../shared/kernel/text/without-controls.ts'

it('writes control characters of texts as JSON does, and leaves lines, cells and letters as they are', () => {
  expect(withoutControls('a\u001b[31mred\u001b]0;title\u0007\u0000\u007f\u009b2J\rover')).toBe(
    'a\\u001b[31mred\\u001b]0;title\\u0007\\u0000\\u007f\\u009b2J\\u000dover',
  )
  const plain = 'a\tb\r\nc\n École 日本 🎻 \u202e\r'
  expect(withoutControls(plain)).toBe(plain)
  const json = JSON.stringify({ text: '\u0007\u009b\u007f"' })
  expect(JSON.parse(withoutControls(json))).toEqual(JSON.parse(json))
})

/** What a command of these words says, on terminals or into files. */
const said = async (words: readonly string[], isTTY: boolean) => {
  const texts = { out: '', err: '' }
  const terminal: Terminal = {
    out: text => (texts.out += text),
    outIsTTY: isTTY,
    err: { isTTY, write: text => (texts.err += text) },
    nowUtc: () => utcTime('2026-11-27 21:00:00'),
    clockMs: () => 0,
    pause: async () => undefined,
    fetcher: httpFetcher(),
    readFile: async () => new Uint8Array(),
  }
  expect(await runCli(words, terminal, {})).toBe(2)
  return texts
}

it('is what every command says to a terminal what it has to say through', async () => {
  const { err } = await said(['\u001b[2Jverify'], true)
  expect(err).toContain('\\u001b[2Jverify')
  expect(err).not.toContain('\u001b')
  const { out } = await said(['\u009b2J', '--json'], true)
  expect(out).toContain('\\u009b2J')
  expect(out).not.toContain('\u009b')
})

it('changes nothing of what goes into a file or to another program', async () => {
  expect((await said(['\u001b[2Jverify'], false)).err).toContain('\u001b[2Jverify')
  expect((await said(['\u009b2J', '--json'], false)).out).toContain('\u009b2J')
})

it('lets a line of progress be drawn anew on the error stream, which texts of others cannot do', () => {
  const written = { out: '', err: '' }
  const { out, err } = showing({
    out: text => (written.out += text),
    outIsTTY: true,
    err: { isTTY: true, write: text => (written.err += text) },
  })
  progressPrinter(err).show({ done: 1, total: 2, elapsedMs: 1_000 })
  expect(written.err).toMatch(/^\r\u001b\[2K█[^\r\u001b]*$/)
  out(`${REDRAW}all is well`)
  expect(written.out).toBe('\\u000d\\u001b[2Kall is well')
})
