import { describe, expect, it } from 'vitest'
import { painted, withFile } from '../../../support/desk-pictures.ts'
import { deskWorld, fieldsIn, textOf } from '../../../support/desk-world.ts'

const MB = 1_000_000
const large = Buffer.alloc(12 * MB)
const forms = [
  ['events', { title: 'Typed', startDate: '2027-05-08', cost: 'five', addTags: 'choir' }],
  ['venues', { name: 'Typed', city: 'Troy', addTags: 'choir' }],
  ['organizers', { name: 'Typed', email: 'pta@school.example', addTags: 'choir' }],
] as const

describe.each(forms)('07 §5 a form of %s whose picture is too large', (kind, typed) => {
  const url = `/manage/${kind}/new`
  const titleOf = (html: string) => fieldsIn(html)[kind === 'events' ? 'title' : 'name']

  it('is shown again with everything that was typed, and the reason at its field', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const refused = await withFile(editor, url, typed, large)
    expect(refused.status).toBe(413)
    expect(fieldsIn(refused.text)).toMatchObject(typed)
    expect(textOf(refused.text)).toContain('The file is too large. The body has more than 10 MiB.')
    expect(refused.text).toContain('id="f-picture-why"')
    const saved = await editor.post(url, {
      ...fieldsIn(refused.text),
      ...(kind === 'events' ? { startTime: '10:00', endTime: '11:00', status: 'publish' } : {}),
    })
    expect(saved.status).toBe(302)
  })

  it('of which not all is known says how it is found again, and shows no part of it', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const description = 'word '.repeat(20_000)
    for (const form of [
      { ...typed, description },
      { description, ...typed },
    ]) {
      const refused = await withFile(editor, url, form, large)
      expect([refused.status, textOf(refused.text)]).toEqual([
        413,
        expect.stringContaining('What you typed is found by going back'),
      ])
      expect(refused.text).not.toContain('word word')
    }
  })

  it('is kept for who is signed in no more, and asks for the file again', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    editor.cookies.clear()
    const file = { name: 'stage.png', body: large, field: 'picture' }
    const out = await editor.ask(`POST ${url}`, { form: typed, file })
    expect([out.status, textOf(out.text)]).toEqual([
      401,
      expect.stringContaining('The file of the picture has to be chosen again.'),
    ])
    const signIn = async (password: string, html: string) =>
      editor.ask('POST /manage/sign-in', {
        form: { ...fieldsIn(html), sign_in_login: 'editor', sign_in_password: password },
      })
    const wrong = await signIn('not it', out.text)
    expect([wrong.status, textOf(wrong.text)]).toEqual([401, expect.stringContaining('chosen again')])
    const back = await signIn('a good password', wrong.text)
    expect([back.status, titleOf(back.text), textOf(back.text)]).toEqual([
      200,
      'Typed',
      expect.stringContaining('has to be chosen again'),
    ])
    const much = { ...typed, description: 'word '.repeat(20_000) }
    const lost = await editor.ask(`POST ${url}`, { form: much, file, headers: { cookie: '' } })
    expect([lost.status, textOf(lost.text)]).toEqual([
      401,
      expect.stringContaining('What you typed is found by going back'),
    ])
  })

  it('is for who may alone', async () => {
    const world = await deskWorld()
    const subscriber = await world.signedIn('subscriber')
    const refused = await withFile(subscriber, url, typed, large)
    expect([refused.status, refused.text.includes('Typed')]).toEqual([413, false])
  })
})

it('07 §5 texts that are too long are told with their limit, whatever the file', async () => {
  const world = await deskWorld()
  const editor = await world.signedIn('editor')
  const description = 'x'.repeat(2 * MB)
  for (const answer of [
    await editor.post('/manage/tags/new', { name: 'Typed', description }),
    await editor.post('/manage/settings', { name: description }),
    await withFile(editor, '/manage/venues/new', { name: 'Typed', description }, painted),
  ]) {
    expect(answer.status).toBe(413)
    expect(textOf(answer.text)).toMatch(/more than 1 MiB.*What you typed is found by going back/)
  }
})

it('07 §8 a picture that is too large keeps its alternative text', async () => {
  const world = await deskWorld()
  const editor = await world.signedIn('editor')
  const refused = await withFile(editor, '/manage/pictures', { alt: 'The  stage' }, large)
  expect([refused.status, fieldsIn(refused.text)['alt']]).toEqual([413, 'The stage'])
})
