import type { EmbeddedService } from './embedded-service.ts'

/** As a browser sends it; without a name: of a field in which none was chosen. */
export type ChosenFile = {
  readonly name?: string
  readonly body?: string | Buffer
  readonly type?: string
  /** Of the form; absent: `file`. */
  readonly field?: string
}

type Sent = {
  readonly form?: Readonly<Record<string, string>>
  /** With it the form is a multipart one. */
  readonly file?: ChosenFile
  readonly headers?: Record<string, string>
}

const BOUNDARY = '----form-of-a-browser'

const partOf = (disposition: string, body: string | Buffer, type?: string) => [
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`,
  `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
  ...[body, '\r\n'],
]

/** Fields, then the file. */
const multipart = (
  form: Readonly<Record<string, string>>,
  { name = '', body = '', type = 'application/octet-stream', field: fileField = 'file' }: ChosenFile,
): Buffer =>
  Buffer.concat(
    [
      ...Object.entries(form).flatMap(([field, value]) => partOf(`name="${field}"`, value)),
      ...partOf(`name="${fileField}"; filename="${name}"`, body, type),
      `--${BOUNDARY}--\r\n`,
    ].map(piece => Buffer.from(piece)),
  )

const CHARACTERS = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#039;': "'", '&amp;': '&' } as const

const decoded = (text: string) =>
  text.replaceAll(/&(?:lt|gt|quot|#039|amp);/g, found => CHARACTERS[found as keyof typeof CHARACTERS])

/** Names and values of the fields that a page's forms send by themselves. */
const hiddenFields = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, decoded(value)],
    ),
  )

/** What a browser does with a site, as far as its pages care: keeps cookies, sends forms, follows nothing. */
export const browser = ({ app }: Pick<EmbeddedService, 'app'>) => {
  const cookies = new Map<string, string>()
  const ask = async (request: string, { form, file, headers = {} }: Sent = {}) => {
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
        ...(file === undefined ? {} : { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }),
        ...headers,
      },
      ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
      ...(file === undefined ? {} : { payload: multipart(form ?? {}, file) }),
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
