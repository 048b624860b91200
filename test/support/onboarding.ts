import { browser } from './browser.ts'
import { embeddedService } from './embedded-service.ts'

export const ROUTE = '/calx/v2/onboarding/wizard'

export type Answer = { readonly status: number; readonly body: unknown }

const chosenIn = (text: string): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    [...text.matchAll(/<select id="wizard-(\w+)"[^]*?<option value="([^"]*)" selected>/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  ),
  views: [...text.matchAll(/value="(\w+)" checked/g)].map(([, view]) => view),
})

export const world = async () => {
  const service = await embeddedService()
  const nonceOf = async (login: string, action = 'cal_wizard') => {
    const { body } = await service.operate('issue-nonce', { login, action })
    return (body as { nonce: string }).nonce
  }
  const nonce = await nonceOf('admin')
  const admin = browser(service)
  await admin.signIn()
  const data = async () => {
    const { text } = await admin.get('/onboarding')
    const [, json = ''] = /data-js="cal-wizard-data">([^]*?)<\/script>/.exec(text) ?? []
    return JSON.parse(json) as Record<string, unknown>
  }
  return {
    service,
    admin,
    nonce,
    nonceOf,
    data,
    progress: async () => (await data())['progress'],
    /** What the form offers first. */
    settings: async () => chosenIn((await admin.get('/onboarding')).text),
    /** By the administrator, with a good nonce. */
    send: (body: object): Promise<Answer> =>
      service.ask(`POST ${ROUTE}`, { body: { action_nonce: nonce, ...body } }),
    root: async () => (await service.ask('GET /')).body as Record<string, unknown>,
    names: async (kind: 'venues' | 'organizers') => {
      const { body } = await service.ask(`GET /cal/events/v1/${kind}`)
      const items = (body as Record<string, readonly Record<string, unknown>[]>)[kind] ?? []
      return items.map(item => item[kind === 'venues' ? 'venue' : 'organizer'])
    },
  }
}

export const refusal = (body: unknown) =>
  body as { code: string; data: { params: unknown; details: unknown } }
