import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { deskWorld } from '../../../support/desk-world.ts'

const squire = createRequire(import.meta.url).resolve('squire-rte/dist/squire.mjs')

describe('07 §5 the editor of a text', () => {
  it('is loaded where there is a text, with all its words in the page', async () => {
    const world = await deskWorld()
    const id = await world.event('Fair', { description: '<p>a</p>' })
    const admin = await world.signedIn('admin')
    const loads = async (path: string) => /src="([^"]*\/editor\.js)"/.exec((await admin.get(path)).text)?.[1]
    const paths = ['/manage/events/new', `/manage/events/${id}`, '/manage/venues/new', '/manage/tags/new']
    const [first, ...others] = await Promise.all(paths.map(loads))
    expect(first).toMatch(/^\/assets\/[\w-]{10}\/editor\.js$/)
    expect(new Set(others)).toEqual(new Set([first]))
    expect(await Promise.all(['/manage', '/manage/events', '/manage/pictures'].map(loads))).toEqual([
      ...[undefined, undefined, undefined],
    ])
    const { text } = await admin.get(`/manage/events/${id}`)
    expect(Buffer.byteLength(text)).toBeLessThan(100_000)
    const [, template = ''] = /<template>([^]*?)<\/template>/.exec(text) ?? []
    for (const word of ['Bold', 'As HTML', 'Address of the link', 'the editor cannot keep'])
      expect(template).toContain(word)
  })

  it('comes from the package as it is, compressed and for long', async () => {
    const { service } = await deskWorld()
    const answer = await service.app.inject({
      ...{ method: 'GET', url: '/assets/x/squire.mjs', headers: { 'accept-encoding': 'gzip' } },
    })
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(digest(gunzipSync(answer.rawPayload))).toBe(digest(readFileSync(squire)))
    expect(answer.rawPayload.length).toBeLessThan(20_000)
    expect(answer.headers).toMatchObject({
      ...{ 'content-type': 'text/javascript; charset=UTF-8', 'content-encoding': 'gzip' },
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it.each([
    ['One\n\ntwo', '&lt;p&gt;One&lt;/p&gt;\n&lt;p&gt;two&lt;/p&gt;'],
    ['', ''],
    ['<evil onx="1">&amp;', '&lt;p&gt;&lt;evil onx=&quot;1&quot;&gt;&amp;amp;&lt;/p&gt;'],
  ])('is told how %j is shown, as text', async (text, shown) => {
    const world = await deskWorld()
    const contributor = await world.signedIn('contributor')
    const answer = await contributor.ask('POST /manage/text', { form: { text } })
    expect([answer.status, /<pre data-js="shown">([^]*?)<\/pre>/.exec(answer.text)?.[1]]).toEqual([
      200,
      shown,
    ])
    expect(answer.headers['cache-control']).toContain('no-store')
  })

  it('asks for those alone who may write', async () => {
    const world = await deskWorld()
    const form = { text: 'One' }
    const ask = async (visitor: ReturnType<typeof browser>) =>
      (await visitor.ask('POST /manage/text', { form })).status
    expect(await ask(await world.signedIn('subscriber'))).toBe(403)
    expect(await ask(browser(world.service))).toBe(302)
    const editor = await world.signedIn('editor')
    const elsewhere = { origin: 'https://elsewhere.example' }
    expect((await editor.ask('POST /manage/text', { form, headers: elsewhere })).status).toBe(403)
  })
})
