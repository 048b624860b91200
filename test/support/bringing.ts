import { expect } from 'vitest'
import { browser, type ChosenFile } from './browser.ts'
import { embeddedService, type EmbeddedService } from './embedded-service.ts'
import { localFetcher } from './feed-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Form = Readonly<Record<string, string>>

const NOW = Date.UTC(2027, 4, 1, 20)

/** A service at a fixed time that can be set, and a signed-in administrator on its page of imports. */
export const bringing = async (env: Readonly<Record<string, string>> = {}) => {
  const clock = { ms: NOW }
  const service = await embeddedService(env, temporaryFolder(), () => clock.ms, undefined, localFetcher())
  const window = browser(service)
  await window.signIn()
  /** Sends the form of the page of imports. */
  const send = async (file: ChosenFile, form: Form = {}) => {
    const { hidden } = await window.get('/imports')
    return window.ask('POST /imports', { form: { ...hidden, choice: 'try', ...form }, file })
  }
  return {
    ...{ service, window, clock, send },
    /** Presses a button of the page that shows a plan. */
    press: ({ hidden }: { readonly hidden: Form }, form: Form) =>
      window.ask('POST /imports', { form: { ...hidden, ...form } }),
  }
}

/** What stands on a page, for people. */
export const readable = ({ text }: { readonly text: string }): string =>
  (/<main[^]*<\/main>/.exec(text)?.[0] ?? '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What is said of a field. */
export const saidOf = ({ text }: { readonly text: string }, field: string): string =>
  new RegExp(`id="${field}-problem">([^<]*)<`).exec(text)?.[1]?.replaceAll('&quot;', '"') ?? ''

/** The record of the import to whose page an answer leads, when it is over. */
export const over = async ({ ask }: EmbeddedService, { location }: { readonly location: string | null }) => {
  const id = /\/imports\/(\w+)$/.exec(location ?? '')?.[1] ?? ''
  expect(id).not.toBe('')
  const shown = async () => (await ask(`GET /admin/imports/${id}`)).body as { readonly status: string }
  await expect.poll(async () => (await shown()).status).not.toBe('pending')
  return { id, record: await shown() }
}
