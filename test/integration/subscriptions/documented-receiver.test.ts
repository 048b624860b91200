import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { epochMs, isoTime } from '../../../shared/kernel/brands.ts'
import { secretText, signedHeaders } from '../../../services/subscriptions/signing.ts'
import { madeEvent, retitled, shownOf, subscribed, tellingService } from '../../support/subscribed.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { freePort } from '../../support/free-port.ts'

const document = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')

/** What stands in the document in a language, in its order. */
const codeIn = (language: string): readonly string[] =>
  [...document.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, code = '']) => code)

const KEY = Buffer.alloc(32, 7).toString('hex')
const SALTS = { salt: 'b', former: { salt: 'a', until: isoTime('2100-01-01T00:00:00.000Z') } }
const BODY = '{"type":"event.changed","data":{"values":{"title":"Fête ☕"}}}'

type Case = readonly [
  what: string,
  isGenuine: boolean,
  headers: Readonly<Record<string, string>>,
  body: string,
  secret: string,
]

/** What receivers come across, and whether it is genuine. */
const cases = (): readonly Case[] => {
  const signed = (secondsAgo: number) =>
    signedHeaders(
      { logKey: KEY, subscriptionId: 's1', subscription: SALTS },
      { id: 'msg_1', body: BODY, nowMs: epochMs(Date.now() - secondsAgo * 1_000) },
    )
  const [now, secret] = [signed(0), secretText(KEY, 's1', 'b')]
  const { 'webhook-signature': signature = '', ...unsigned } = now
  return [
    ['the secret that counts', true, now, BODY, secret],
    ['the one before it', true, now, BODY, secretText(KEY, 's1', 'a')],
    ['another one', false, now, BODY, secretText(KEY, 's2', 'b')],
    ['four minutes old', true, signed(240), BODY, secret],
    ['six minutes old', false, signed(360), BODY, secret],
    ['of the future', false, signed(-360), BODY, secret],
    ['another body', false, now, `${BODY} `, secret],
    ['another id', false, { ...now, 'webhook-id': 'msg_2' }, BODY, secret],
    [
      'another time',
      false,
      { ...now, 'webhook-timestamp': signed(10)['webhook-timestamp'] ?? '' },
      BODY,
      secret,
    ],
    ['no time', false, { ...now, 'webhook-timestamp': 'soon' }, BODY, secret],
    ['cut short', false, { ...now, 'webhook-signature': signature.slice(0, 40) }, BODY, secret],
    ['no ASCII', false, { ...now, 'webhook-signature': 'v1,é' }, BODY, secret],
    ['nothing signed', false, unsigned, BODY, secret],
    ['no headers', false, {}, BODY, secret],
  ]
}

/** What a program says to each case, which it is given as JSON. */
const saidBy = (program: string, args: readonly string[]): readonly boolean[] => {
  const given = cases().map(([, , headers, body, secret]) => ({ headers, body, secret }))
  const { stdout, stderr } = spawnSync(program, args, { input: JSON.stringify(given), encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as readonly boolean[]
}

const expected = () => cases().map(([what, isGenuine]) => [what, isGenuine])
const told = (said: readonly boolean[]) => cases().map(([what], n) => [what, said[n]])

/** Languages whose programs this machine may have. */
const others = {
  Python: {
    program: 'python3',
    args: [
      '-c',
      [
        codeIn('python')[0],
        'import json, sys',
        'given = json.loads(sys.stdin.buffer.read())',
        "said = [is_genuine(one['headers'], one['body'].encode(), one['secret']) for one in given]",
        'print(json.dumps(said))',
      ].join('\n'),
    ],
  },
  PHP: {
    program: 'php',
    args: [
      '-r',
      [
        codeIn('php')[0],
        "$said = fn($one) => is_genuine($one['headers'], $one['body'], $one['secret']);",
        "echo json_encode(array_map($said, json_decode(file_get_contents('php://stdin'), true)));",
      ].join('\n'),
    ],
  },
} as const

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0

describe('08 §2 receivers as docs/webhooks.md has them', () => {
  it('know a message in JavaScript', async () => {
    const file = join(temporaryFolder(), 'is-genuine.mjs')
    writeFileSync(file, codeIn('js')[0] ?? '')
    const { isGenuine } = (await import(pathToFileURL(file).href)) as {
      readonly isGenuine: (headers: object, body: Buffer, secret: string) => boolean
    }
    expect(
      cases().map(([what, , headers, body, secret]) => [what, isGenuine(headers, Buffer.from(body), secret)]),
    ).toEqual(expected())
  })

  it.each(Object.entries(others).filter(([, { program }]) => has(program)))(
    'know a message in %s',
    (_, { program, args }) => {
      expect(told(saidBy(program, args))).toEqual(expected())
    },
  )

  it('take each message once, and nothing of others', async () => {
    const clock = { ms: Date.now() }
    const [service, port, folder] = [await tellingService(clock), await freePort(), temporaryFolder()]
    const url = `http://127.0.0.1:${port}/hook`
    const made = await subscribed(service, url)
    for (const [n, name] of ['is-genuine.mjs', 'receiver.mjs'].entries())
      writeFileSync(join(folder, name), codeIn('js')[n] ?? '')
    const program = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
      env: { PORT: String(port), WEBHOOK_SECRET: made.secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void program.kill())
    let taken = ''
    program.stdout.setEncoding('utf8').on('data', (text: string) => (taken += text))
    const post = (headers: Readonly<Record<string, string>>) =>
      fetch(url, { method: 'POST', body: BODY, headers }).then(
        ({ status }) => status,
        () => null,
      )
    await expect.poll(() => post({})).toBe(401)
    const id = await madeEvent(service, 'Concert')
    await expect.poll(() => taken).toBe(`event.published event ${id} Concert\n`)
    await retitled(service, id, 'Ball')
    const both = `event.published event ${id} Concert\nevent.changed event ${id} Ball\n`
    await expect.poll(() => taken).toBe(both)
    // the receiver tells of a message before the service has heard its answer
    await expect.poll(async () => (await shownOf(service, made)).delivered).toBe(2)
    await service.ask(`POST /admin/subscriptions/${made.subscription_id}/resend`, {
      body: { since: '2020-01-01' },
    })
    await expect.poll(async () => (await shownOf(service, made)).delivered).toBe(4)
    expect(await post({ 'webhook-id': 'msg_1', 'webhook-signature': 'v1,x' })).toBe(401)
    expect(taken).toBe(both)
  })
})
