import sharp from 'sharp'
import type { DeskWorld } from './desk-world.ts'

/** A small picture, PNG. */
export const painted = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7a3b12' } })
  .png()
  .toBuffer()

type Person = Awaited<ReturnType<DeskWorld['signedIn']>>

/** Sends a form with a file, as somebody at the desk. */
export const withFile = async (
  person: Person,
  url: string,
  form: Readonly<Record<string, string>>,
  body: Buffer | string = painted,
) => {
  const { form_token: token = '' } = (await person.get('/account')).hidden
  const file = { name: 'stage.png', body, field: 'picture' }
  return person.ask(`POST ${url}`, { form: { form_token: token, ...form }, file })
}

/** Brings a picture, and answers its number. */
export const storedPicture = async (person: Person, alt = ''): Promise<number> => {
  const { location } = await withFile(person, '/manage/pictures', { alt })
  return Number(/\/pictures\/(\d+)/.exec(location ?? '')?.[1])
}
