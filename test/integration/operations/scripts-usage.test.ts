import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const top = join(import.meta.dirname, '../../..')

type Ended = { readonly code: number | string | undefined; readonly said: string }

const run = (script: string, option: string) =>
  new Promise<Ended>(resolve => {
    execFile(process.execPath, [script, option], { cwd: top }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}` })
    })
  })

const SCRIPTS = [
  ...['bench/main.ts', 'scripts/fuzz/main.ts', 'scripts/fuzz-bodies/main.ts', 'scripts/fuzz-hostile/main.ts'],
  ...['scripts/routes/main.ts', 'scripts/soak/main.ts', 'scripts/spec-coverage/main.ts'],
]

describe.each(SCRIPTS)('%s', script => {
  it('names an option that it does not know, says how it is used, and ends with 2', async () => {
    const { code, said } = await run(script, '--nope')
    expect(code).toBe(2)
    expect(said).toMatch(/^Unknown option '--nope'/)
    expect(said).toContain('\nusage: ')
    expect(said).not.toContain('    at ')
  })

  it('says with --help how it is used, and does nothing', async () => {
    const { code, said } = await run(script, '--help')
    expect(code).toBe(0)
    expect(said).toMatch(/^usage: /)
  })
})

describe('what a measurement loads when it begins', () => {
  const main = readFileSync(join(top, 'bench/main.ts'), 'utf8')
  const loaded = [...main.matchAll(/await import\('\.\/([\w-]+\.ts)'\)\)\.(\w+)/g)]

  it('is there', async () => {
    expect(loaded.length).toBeGreaterThan(20)
    for (const [, file = '', name = ''] of loaded)
      expect(await import(join(top, 'bench', file))).toHaveProperty(name, expect.any(Function))
  })
})
