import { readFileSync, writeFileSync } from 'node:fs'
import { logFile } from '../../services/wiring/data-folder.ts'
import { browser } from './browser.ts'
import { embeddedService, startedService } from './embedded-service.ts'
import { madeFolder, temporaryFolder } from './temporary-folder.ts'

const C = '/cal/events/v1'
/** 10 January 2027, noon in New York. */
const NOW = Date.UTC(2027, 0, 10, 17)
const ROLES = ['editor', 'author', 'contributor', 'subscriber'] as const
const PASSWORD = 'a good password'

type Listed = {
  readonly id: number
  readonly title: string
  readonly status: string
  readonly author: string
  readonly start_date: string
  readonly end_date: string
  readonly timezone: string
  readonly all_day: boolean
  readonly description: string
  readonly cost: string
  readonly venue: { readonly id?: number; readonly venue?: string; readonly city?: string }
  readonly organizer: readonly { readonly organizer: string }[]
  readonly categories: readonly { readonly id: number; readonly name: string }[]
  readonly tags: readonly { readonly name: string }[]
}

const loggedPeople = async (): Promise<Buffer> => {
  const { folder, remove } = madeFolder()
  const { operate, stop } = await startedService({}, folder, () => NOW)
  for (const role of ROLES)
    await operate('create-user', {
      ...{ login: role, email: `${role}@school.example`, role, password: PASSWORD },
    })
  await stop()
  const log = readFileSync(logFile(folder))
  remove()
  return log
}
let people: Promise<Buffer> | null = null

/**
 * The log of a service with a user for each role, `administrator` with the id 1 and the login `admin`. It is made once
 * for all desks of a process: making it takes as long as starting a service with it.
 */
const logOfPeople = (): Promise<Buffer> => (people ??= loggedPeople())

/** The desk of a service, with people of every role at their browsers; the clock stands still until it is set. */
export const deskWorld = async () => {
  const clock = { ms: NOW }
  const folder = temporaryFolder()
  writeFileSync(logFile(folder), await logOfPeople())
  const service = await embeddedService({}, folder, () => clock.ms)
  const made = async (kind: string, body: object): Promise<number> => {
    const answer = await service.ask(`POST ${C}/${kind}`, { body })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return (answer.body as { id: number }).id
  }
  const signedIn = async (login: string) => {
    const visitor = browser(service)
    await (login === 'admin' ? visitor.signIn() : visitor.signIn(login, PASSWORD))
    return {
      ...visitor,
      /** Sends a form with the token of a page of the desk. */
      post: async (url: string, form: Readonly<Record<string, string>>) => {
        const { hidden } = await visitor.get('/account')
        return visitor.ask(`POST ${url}`, { form: { form_token: hidden['form_token'] ?? '', ...form } })
      },
    }
  }
  return {
    now: NOW,
    setClock: (ms: number) => {
      clock.ms = ms
    },
    service,
    made,
    signedIn,
    event: (title: string, more: object = {}) =>
      made('events', { title, start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 11:00:00', ...more }),
    /** As an administrator reads it. */
    read: async (id: number) => (await service.ask(`GET ${C}/events/${id}`)).body as Listed,
    history: async (id: number) =>
      (await service.ask(`GET /admin/history/event/${id}`)).body as readonly {
        readonly source: string
        readonly route: string
        readonly fact: string
        readonly actor: { readonly login: string } | null
      }[],
  }
}
export type DeskWorld = Awaited<ReturnType<typeof deskWorld>>

/** `id[0]`, `id[1]` … of a form. */
export const chosen = (ids: readonly number[]): Readonly<Record<string, string>> =>
  Object.fromEntries(ids.map((id, n) => [`id[${n}]`, String(id)]))

/** What a page shows, without its tags. */
export const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const REFERENCES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#039;': "'",
  '&amp;': '&',
}
const decoded = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|quot|#039|amp);/g, sign => REFERENCES[sign] ?? sign)
const valueIn = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? []
  return value === undefined ? undefined : decoded(value)
}

/** What a browser would send of the form of a page, list fields numbered. */
export const fieldsIn = (html: string): Readonly<Record<string, string>> => {
  const [form = ''] = /<form[^>]*method="post"[^]*<\/form>/.exec(html) ?? []
  const found: Record<string, string> = {}
  let lists = 0
  for (const [tag] of form.matchAll(
    /<input[^>]*>|<textarea[^>]*>[^]*?<\/textarea\s*>|<select[^]*?<\/select>/g,
  )) {
    const name = valueIn(tag, 'name')
    const isOff = /type="(?:checkbox|radio)"/.test(tag) && !/\schecked/.test(tag)
    if (name === undefined || isOff) continue
    const [, text] = /^<textarea[^>]*>\n?([^]*?)<\/textarea/.exec(tag) ?? []
    const [selected] = /<option[^>]*\sselected[^>]*>/.exec(tag) ?? []
    const value = text ?? (selected === undefined ? tag : selected)
    found[name.replace('[]', () => `[${lists++}]`)] =
      text === undefined ? (valueIn(value, 'value') ?? '') : decoded(text)
  }
  return found
}
