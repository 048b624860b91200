import type { ApiWorld } from './api-world.ts'

/** The columns of the table of spec 01 §9, in its order. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'guest'] as const
export type RoleName = (typeof ROLES)[number]

/** Ids of the users of an api world; `other` is a second author. */
export const ids = {
  administrator: 1,
  editor: 2,
  author: 3,
  contributor: 4,
  subscriber: 5,
  other: 6,
} as const

/** What each role gets, in the order of the columns; `ask` is told a name that nothing else has. */
export const byRole = async <Got>(
  ask: (role: RoleName, unique: string) => Promise<Got>,
): Promise<readonly Got[]> => {
  const all = []
  for (const role of ROLES) all.push(await ask(role, `${role} ${(count += 1)}`))
  return all
}
let count = 0

export const NOUNS = ['event', 'venue', 'organizer'] as const
export type Noun = (typeof NOUNS)[number]
export type Status = 'publish' | 'draft' | 'pending' | 'future' | 'private'

export const DAY = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 11:00:00' }
const LATER = '2027-06-01 08:00:00'

/** `slug` "": it has none yet. */
export type Made = { readonly id: number; readonly slug: string }

/** What a create of the first generation needs. */
export const calBody = (noun: Noun, name: string): object =>
  noun === 'event' ? { title: name, ...DAY } : { [noun]: name }
/** … and of the second. */
export const calxBody = (noun: Noun, name: string): object => ({
  title: name,
  ...(noun === 'event' ? DAY : {}),
})

/** An item of that user, with that status. Events have a slug whatever their status. */
export const itemOf = async (
  world: ApiWorld,
  noun: Noun,
  owner: keyof typeof ids,
  status: Status,
): Promise<Made> => {
  const name = `${noun} of ${owner} ${(count += 1)}`
  const { status: answered, body } = await world.ask(`POST ${noun}s`, {
    as: 'editor',
    body: {
      ...calBody(noun, name),
      ...(noun === 'event' ? { slug: name } : {}),
      author: ids[owner],
      ...(status === 'future' ? { status: 'publish', date: LATER } : { status }),
    },
  })
  const made = body as { id: number; slug?: string; status: string; author: string }
  if (answered !== 201 || made.status !== status || made.author !== String(ids[owner]))
    throw new Error(`not made: ${JSON.stringify(body)}`)
  return { id: made.id, slug: made.slug ?? '' }
}

export type Request = {
  readonly method: string
  /** Behind `rest_route=`. */
  readonly path: string
  readonly body?: object
}

const asOf = (role: string) => (role === 'guest' ? {} : { as: role })

/** The status of the answer, and its code where it has one. */
export const outcomeOf = async (world: ApiWorld, role: string, { method, path, body }: Request) => {
  const sent = { ...asOf(role), ...(body === undefined ? {} : { body }) }
  const answer = await world.ask(`${method} ${path}`, sent)
  return { status: answer.status, body: answer.body as { readonly [name: string]: unknown } }
}

/** The same as the only part of a batch. */
const partOutcomeOf = async (world: ApiWorld, role: string, request: Request) => {
  const answer = await world.ask('POST /batch/v1', { ...asOf(role), body: { requests: [request] } })
  const { responses } = answer.body as {
    readonly responses: readonly Awaited<ReturnType<typeof outcomeOf>>[]
  }
  const [part] = responses
  if (answer.status !== 207 || part === undefined) throw new Error(answer.text)
  return part
}

/** The same, the status alone. */
export const statusesIn = (world: () => ApiWorld) => ({
  statusOf: async (role: string, request: Request) => (await outcomeOf(world(), role, request)).status,
  partStatusOf: async (role: string, request: Request) =>
    (await partOutcomeOf(world(), role, request)).status,
})

/** The same for all six roles. */
export const SIX = (value: number) => ROLES.map(() => value)

/** Every way to write to an item without deleting it, with a body that changes something. */
export const updatesOf = (noun: Noun, { id, slug }: Made): readonly Request[] => {
  const cal = `/cal/events/v1/${noun}s`
  const body = { description: `changed` }
  return [
    ...['POST', 'PUT', 'PATCH'].map(method => ({ method, path: `${cal}/${id}`, body })),
    ...(slug === ''
      ? []
      : ['POST', 'PUT', 'PATCH'].map(method => ({ method, path: `${cal}/by-slug/${slug}`, body }))),
    ...['PUT', 'PATCH'].map(method => ({
      ...{ method, path: `/calx/v1/${noun}s/${id}` },
      body: { content: 'changed again' },
    })),
  ]
}

/** Every way to delete an item. */
export const deletionsOf = (noun: Noun, { id, slug }: Made): readonly Request[] => [
  { method: 'DELETE', path: `/cal/events/v1/${noun}s/${id}` },
  ...(slug === '' ? [] : [{ method: 'DELETE', path: `/cal/events/v1/${noun}s/by-slug/${slug}` }]),
  { method: 'DELETE', path: `/calx/v1/${noun}s/${id}` },
  { method: 'DELETE', path: `/calx/v1/${noun}s/${id}`, body: { force: true } },
]

/** Every way to read an item. */
export const readsOf = (noun: Noun, { id, slug }: Made) => ({
  cal: [
    { method: 'GET', path: `/cal/events/v1/${noun}s/${id}` },
    ...(slug === '' ? [] : [{ method: 'GET', path: `/cal/events/v1/${noun}s/by-slug/${slug}` }]),
  ],
  calx: [{ method: 'GET', path: `/calx/v1/${noun}s/${id}` }],
})
