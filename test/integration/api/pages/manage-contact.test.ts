import { expect, it } from 'vitest'
import { deskWorld } from '../../../support/desk-world.ts'

const choir = { organizer: 'Choir', email: 'choir@school.example', phone: '555 0188' }

it('07 §7.2 forgets how an organizer is reached, once it is confirmed; for editors', async () => {
  const world = await deskWorld()
  const id = await world.made('organizers', choir)
  const path = `/manage/organizers/${id}/contact`
  const author = await world.signedIn('author')
  expect((await author.get(path)).status).toBe(403)

  const editor = await world.signedIn('editor')
  expect((await editor.get(`/manage/organizers/${id}`)).text).toContain(
    `href="https://school.example${path}"`,
  )
  expect((await editor.get(path)).text).toContain('Forget how Choir is reached?')
  const report = await editor.get(`${path}/report`)
  expect(report).toMatchObject({ status: 302 })
  const now = async () => (await world.service.ask(`GET /cal/events/v1/organizers/${id}`)).body
  expect(await now()).toMatchObject({ email: choir.email })
  const done = await editor.post(path, {})
  expect(done).toMatchObject({ status: 200 })
  expect(done.text).toContain('E-mail address and phone are forgotten.')
  expect(await now()).not.toMatchObject({ email: choir.email })
  expect((await editor.post(path, {})).text).toContain('Nothing was held')
  expect((await editor.get('/manage/organizers/999/contact')).status).toBe(404)
})
