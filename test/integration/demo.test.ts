import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startProgram } from '../support/service-process.ts'
import { freePort } from '../support/free-port.ts'
import { takenPort } from '../support/taken-port.ts'

const DEMO = 'scripts/demo/main.ts'

const demo = (settings: Readonly<Record<string, string>>) => {
  const program = startProgram(DEMO, [], settings)
  onTestFinished(() => program.kill())
  return program
}

/** What it said, once it said `text`. */
const saying = async (program: ReturnType<typeof demo>, text: string): Promise<string> => {
  while (!program.stdout().includes(text)) {
    if (program.child.exitCode !== null) throw new Error(`the demo ended: ${program.output()}`)
    await sleep(20)
  }
  return program.stdout()
}

const folderIn = (said: string) => /^Belltower serves \S+ from (\S+)$/m.exec(said)?.[1] ?? 'none'

/** The page that somebody is shown who signs in first. */
const shownAfterSignIn = async (
  signIn: string,
  account: Readonly<Record<'login' | 'password', string>>,
  page: string,
): Promise<string> => {
  const form = await fetch(signIn)
  const [, token = ''] = /name="form_token"\s+value="([^"]*)"/.exec(await form.text()) ?? []
  const cookieOf = ({ headers }: Response) =>
    headers
      .getSetCookie()
      .map(cookie => cookie.replace(/;.*/, ''))
      .join('; ')
  const answer = await fetch(signIn, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookieOf(form) },
    body: new URLSearchParams({ ...account, form_token: token }),
  })
  return (await fetch(page, { headers: { cookie: cookieOf(answer) } })).text()
}

describe('the demo', () => {
  it('imports a school year thrice, prints addresses, and leaves nothing', async () => {
    const port = await freePort()
    const program = demo({ PORT: String(port) })
    const said = await saying(program, 'Ctrl-C')
    const [first = '', rest = ''] = said.split('Second run')
    const [second = '', third = ''] = rest.split('Third run')
    const outcomes = (text: string) =>
      [...text.matchAll(/^(\w+(?: \(\w+\))?) +(\d+)$/gm)].map(([, outcome, count]) => [
        outcome,
        Number(count),
      ])
    const events = outcomes(first).reduce((sum, [, count]) => sum + Number(count), 0)
    expect(events).toBeGreaterThanOrEqual(1_500)
    expect(new Set(outcomes(first).map(([outcome]) => outcome))).toEqual(new Set(['created']))
    expect(outcomes(second)).toEqual(outcomes(first).map(([, count]) => ['unchanged', count]))
    const inSum = (text: string, wanted: string) =>
      outcomes(text).reduce((sum, [outcome, count]) => sum + (outcome === wanted ? Number(count) : 0), 0)
    expect(new Set(outcomes(third).map(([outcome]) => outcome))).toEqual(
      new Set(['unchanged', 'updated (moved)']),
    )
    expect(inSum(third, 'updated (moved)')).toBeGreaterThanOrEqual(1_000)
    expect(inSum(third, 'updated (moved)') + inSum(third, 'unchanged')).toBe(events)
    expect(said.match(/^import \w+: success$/gm)).toHaveLength(6)

    const list = /^ {2}(\S+\/events)$/m.exec(said)?.[1] ?? ''
    expect(list).toBe(`http://127.0.0.1:${port}/index.php?rest_route=/cal/events/v1/events`)
    const all = await fetch(`${list}&start_date=2000-01-01`)
    expect(await all.json()).toMatchObject({ total: events })
    const password = /application password (\w+)/.exec(said)?.[1] ?? ''
    const history = /curl -u \S+ (\S+)/.exec(said)?.[1] ?? ''
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
    const told = await fetch(history, { headers: { authorization } })
    const facts = (await told.json()) as readonly object[]
    expect(facts.at(-1)).toMatchObject({ fact: 'EventCreated', source: 'import' })

    const pages = [...said.matchAll(/^ {2}(\S+\/events\/\S+\/)$/gm)].map(([, page = '']) => page)
    expect(pages).toHaveLength(3)
    for (const page of pages) expect([page, (await fetch(page)).status]).toEqual([page, 200])
    expect(await (await fetch(pages[0] ?? '')).text()).toContain('rel="bookmark"')

    const [, login = '', account = ''] = /^Sign in as (\w+) with the password (\w+) to work/m.exec(said) ?? []
    const [, signIn = ''] = /^ {2}(\S+\/sign-in)$/m.exec(said) ?? []
    const [, desk = ''] = /^ {2}(\S+\/manage)$/m.exec(said) ?? []
    expect(desk).toBe(`http://127.0.0.1:${port}/manage`)
    expect(await shownAfterSignIn(signIn, { login, password: account }, desk)).toContain('Good to see you')

    expect(existsSync(folderIn(said))).toBe(true)
    expect(await program.stop()).toBe(0)
    expect(existsSync(folderIn(said))).toBe(false)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('%s in the middle of an import is a clean end', async signal => {
    const program = demo({ PORT: String(await freePort()) })
    const said = await saying(program, 'Lindenhof')
    program.child.kill(signal)
    program.child.kill(signal)
    expect(await program.exited).toBe(0)
    expect(program.output()).not.toMatch(/failed|Error/)
    expect(existsSync(folderIn(said))).toBe(false)
  })

  it('says in one line that its port is taken', async () => {
    const port = await takenPort()
    const program = demo({ PORT: String(port) })
    expect(await program.exited).toBe(1)
    expect(program.output()).toMatch(
      /^belltower: the demo failed: cannot listen on 127\.0\.0\.1, port \d+: .*\n$/,
    )
  })
})
