import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cli } from './cli.ts'
import { embeddedService, type EmbeddedService } from './embedded-service.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { telling } from './told-pictures.ts'

const idOf = ({ body }: { readonly body: unknown }) => (body as { readonly id: number }).id

export const PURGED_TEXT = 'Nobody may find this'
export const ITEM_PASSWORD = 'crocus-violet-7'

const day = (n: number) => ({
  start_date: `2027-03-0${n} 10:00:00`,
  end_date: `2027-03-0${n} 11:00:00`,
})

const events = async (service: EmbeddedService, image: number) => {
  const { ask } = service
  const make = async (title: string, more: object = {}) =>
    idOf(await ask('POST /cal/events/v1/events', { body: { title, ...day(1), ...more } }))
  const parent = idOf(await ask('POST /cal/events/v1/categories', { body: { name: 'Sports & play' } }))
  const child = idOf(await ask('POST /cal/events/v1/categories', { body: { name: 'Chess', parent } }))
  const ids = {
    fair: await make('Fair', {
      image,
      venue: { venue: 'Hall', city: 'Troy' },
      categories: [child],
      tags: ['loud'],
    }),
    secret: await make('Behind a door', { organizer: { organizer: 'Choir', email: 'choir@school.example' } }),
    draft: await make('Not yet', { status: 'draft' }),
    waits: await make('In May', { date: '2099-05-01 00:00:00' }),
    trashed: await make('Called off'),
    purged: await make(PURGED_TEXT, { slug: 'unfindable' }),
    hidden: await make('=1+1, "hidden"', {
      hide_from_listings: true,
      all_day: true,
      timezone: 'Europe/Paris',
    }),
  }
  await ask(`DELETE /cal/events/v1/events/${ids.trashed}`)
  await ask(`DELETE /calx/v1/events/${ids.purged}&force=true`)
  await service.operate('set-password', { type: 'event', id: String(ids.secret), text: ITEM_PASSWORD })
  return { ...ids, parent, child }
}

/** A school with a thing of every kind and status, users, settings and a picture; it runs. */
export const exportedSchool = async () => {
  const service = await embeddedService()
  const { operate } = service
  const picture = (await telling('image/jpeg', 1)).toString('base64')
  const image = idOf(await operate('add-image', { name: 'fair.jpg', file: picture }))
  const user = { role: 'editor', password: 'the words of erin' }
  await operate('create-user', { ...user, login: 'erin', email: 'erin@school.example', name: 'Erin' })
  await operate('create-user', { ...user, login: 'gone', email: 'gone@school.example' })
  await operate('create-application-password', { login: 'erin', name: 'calendar' })
  await operate('erase-user', { login: 'gone' })
  await operate('set-option', { name: 'description', value: 'Öffentliche Termine' })
  await operate('set-option', { name: 'enabled_views', value: 'list,day' })
  return { service, image, ids: await events(service, image) }
}

/** Makes an export of a service and answers its folder. */
export const exportOf = async ({ dataDir }: EmbeddedService, ...options: readonly string[]) => {
  const folder = join(temporaryFolder(), 'export')
  const said = await cli(dataDir, ['export', folder, ...options])
  if (said.code !== 0) throw new Error(said.output)
  return { folder, said }
}

/** Names of the files of a folder and below it. */
export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

export const linesOf = (folder: string, type: string): readonly Record<string, unknown>[] =>
  readFileSync(join(folder, `${type}.jsonl`), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>)
