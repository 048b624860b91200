import type { Service } from '../../services/wiring/compose.ts'

export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const
export type Role = (typeof ROLES)[number]
export type ByRole = { readonly [role in Role]: string }

const SECRET = 'fuzzfuzzfuzzfuzzfuzzfuzz'
const PASSWORD = 'the password of an account'

/** Settings that make the first of them. */
export const ADMINISTRATOR = {
  ADMIN_USER: 'administrator',
  ADMIN_PASSWORD: PASSWORD,
  ADMIN_APPLICATION_PASSWORD: SECRET,
}

/** Answers what the command answers; rejects when it was refused. */
export type Operate = (name: string, body: object) => Promise<Readonly<Record<string, unknown>>>

export const operatorOf =
  (app: Service['app']): Operate =>
  async (name, payload) => {
    const answer = await app.inject({ method: 'POST', url: `/operator/${name}`, payload })
    if (answer.statusCode >= 300) throw new Error(`${name}: ${answer.body.slice(0, 2_000)}`)
    return answer.json<Readonly<Record<string, unknown>>>()
  }

const basic = (login: string, secret: unknown) =>
  `Basic ${Buffer.from(`${login}:${String(secret)}`).toString('base64')}`

/** Somebody whose account nobody else signs in to: strangers guess the others' passwords. */
export const makeSomebody = async (operate: Operate, login: string): Promise<void> => {
  await operate('create-user', {
    login,
    email: `${login}@school.example`,
    role: 'author',
    password: PASSWORD,
  })
}

/** A user of every role but the administrator, who is there; answers what each sends as `Authorization`. */
export const makeUsers = async (operate: Operate) => {
  const credentials: Record<Role, string> = {
    administrator: basic('administrator', SECRET),
    editor: '',
    author: '',
    contributor: '',
    subscriber: '',
  }
  const users: number[] = []
  for (const role of ROLES.slice(1)) {
    const user = { login: role, email: `${role}@school.example`, role, password: PASSWORD }
    users.push(Number((await operate('create-user', user))['id']))
    const { password } = await operate('create-application-password', { login: role, name: 'fuzz' })
    credentials[role] = basic(role, password)
  }
  return { credentials, users }
}

const cookiesOf = (answer: Response) =>
  answer.headers.getSetCookie().map(cookie => cookie.split(';', 1)[0] ?? '')

const tokenIn = (page: string): string => /name="form_token" value="([^"]*)"/.exec(page)?.[1] ?? ''

/** As a browser does it: opens the form, and sends it with what is hidden in it; `cookie`: the value of `Cookie`. */
export const triedToSignIn = async (site: string, login: string) => {
  const opened = await fetch(`${site}/sign-in`)
  const answer = await fetch(`${site}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ form_token: tokenIn(await opened.text()), login, password: PASSWORD }),
    headers: { cookie: cookiesOf(opened).join('; ') },
  })
  return { status: answer.status, cookie: cookiesOf(answer).join('; ') }
}

/** The same of somebody who may; throws when he may not. */
const signedIn = async (site: string, login: string): Promise<string> => {
  const { status, cookie } = await triedToSignIn(site, login)
  if (status !== 302) throw new Error(`${login} cannot sign in: ${status}`)
  return cookie
}

/** Ends the session of a cookie by the form of the site. */
export const signedOut = async (site: string, cookie: string): Promise<void> => {
  const opened = await fetch(`${site}/sign-out`, { headers: { cookie } })
  const answer = await fetch(`${site}/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ form_token: tokenIn(await opened.text()) }),
    headers: { cookie },
  })
  if (answer.status !== 302) throw new Error(`a session cannot be ended: ${answer.status}`)
}

export const sittings = async (site: string): Promise<ByRole> => ({
  administrator: await signedIn(site, 'administrator'),
  editor: await signedIn(site, 'editor'),
  author: await signedIn(site, 'author'),
  contributor: await signedIn(site, 'contributor'),
  subscriber: await signedIn(site, 'subscriber'),
})
