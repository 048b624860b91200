import type { EmbeddedService } from './embedded-service.ts'

type Sent = { readonly form?: Readonly<Record<string, string>>; readonly headers?: Record<string, string> }

/** Names and values of the fields that a page's forms send by themselves. */
const hiddenFields = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    ),
  )

/** What a browser does with a site, as far as its pages care: keeps cookies, sends forms, follows nothing. */
export const browser = ({ app }: Pick<EmbeddedService, 'app'>) => {
  const cookies = new Map<string, string>()
  const ask = async (request: string, { form, headers = {} }: Sent = {}) => {
    const [method = '', url = ''] = request.split(/ (.*)/s)
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: url.replace(/^https:\/\/school\.example/, ''),
      headers: {
        accept: 'text/html',
        ...(cookies.size === 0
          ? {}
          : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
    })
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    return {
      status: answer.statusCode,
      headers: answer.headers,
      location: answer.headers.location ?? null,
      text: answer.body,
      hidden: hiddenFields(answer.body),
    }
  }
  return {
    cookies,
    ask,
    get: (url: string) => ask(`GET ${url}`),
    /** Opens the page and sends its form with these members over those that the page has hidden in it. */
    submit: async (url: string, form: Readonly<Record<string, string>> = {}) => {
      const { hidden } = await ask(`GET ${url}`)
      return ask(`POST ${url.replace(/\?.*/, '')}`, { form: { ...hidden, ...form } })
    },
    signIn: async (login = 'admin', password = 'the account password') => {
      const { hidden } = await ask('GET /sign-in')
      return ask('POST /sign-in', { form: { ...hidden, login, password } })
    },
  }
}
