import { describe, expect, it } from 'vitest'
import { json } from '../../../../services/api/platform/answers/answer.ts'
import { optional } from '../../../../services/api/platform/arguments/arguments.ts'
import { integer, text } from '../../../../services/api/platform/arguments/kinds.ts'
import type { Call, Caller, Moment } from '../../../../services/api/platform/call.ts'
import { keptQuestions, pageAskedBy } from '../../../../services/api/platform/questions.ts'
import { type Paged, resolvingEndpoint, route } from '../../../../services/api/platform/route.ts'
import { memoryDocuments } from '../../../../shared/documents/memory/memory.ts'
import { trailsOfVersion, type Trails } from '../../../../shared/documents/trails.ts'
import { epochMs, userId } from '../../../../shared/kernel/brands.ts'
import type { Role } from '../../../../shared/facts/user.ts'
import { moment } from '../../../support/moment.ts'

const user = (id: number, role: Role): Caller => ({ id: userId(id), login: `user-${id}`, role })
const named = { description: '' }
const args = {
  page: optional(integer(), named),
  per_page: optional(integer(), named),
  words: optional(text(), named),
}
const MIDNIGHT = epochMs(moment.ms + 3_600_000)

const callOf = (caller: Caller, at: Moment): Call => ({
  ...{ caller, at, sent: {}, path: {}, context: 'view', source: 'cal', address: '127.0.0.1' },
  ...{ route: 'GET /fairs', correlation: 'c' },
})

type Asked = readonly [url: string, caller?: Caller, at?: Moment]

type Kind = {
  readonly until?: Paged['until'] | null
  readonly followedBy?: Trails
  readonly isAllowed?: boolean
  readonly isRefused?: boolean
  /** How many documents a question looks up besides. */
  readonly looksUp?: number
}

/** A list whose question looks up a document; `until`: when the clock makes it another one, null: at once. */
const list = async (kind: Kind = {}) => {
  const { until = MIDNIGHT, isAllowed = true, isRefused = false, looksUp = 0 } = kind
  const documents = memoryDocuments()
  const terms = await documents.collection<{ _id: number; name: string }>({ name: 'terms', indexes: [] })
  const questions = keptQuestions(kind.followedBy ?? documents.trails)
  let understood = 0
  const listing = resolvingEndpoint({
    methods: ['GET'],
    args,
    may: () => isAllowed,
    resolve: async ({ words }) => {
      understood++
      if (isRefused)
        return { ok: false, problems: { words: { code: 'rest_invalid_value', message: 'No.', data: null } } }
      await terms.getMany(Array.from({ length: looksUp }, (_, n) => n + 2))
      return { ok: true, value: { term: await terms.get(1), words } }
    },
    handle: () => json(200, []),
    paged: (_, { term, words }) =>
      until === null
        ? null
        : {
            until,
            onPage: ({ page, sent }) => json(200, [page, term?.name, words, Object.fromEntries(sent)]),
          },
  })
  const fairs = route('cal/events/v1', '/fairs', [listing])
  const asksOf = pageAskedBy([fairs])
  /** The text of the answer, had from what is kept, or null where it had to be understood. */
  const ask = async (url: string, caller: Caller = null, at: Moment = moment) => {
    const asks = asksOf(url)
    if (asks === null) return null
    const known = questions.find(asks, caller, at)
    if (known !== null) {
      const made = await known.onPage(asks, at)
      return 'text' in made ? made.text : null
    }
    const noted = questions.noted(asks, listing, caller, at)
    const sent = Object.fromEntries(new URLSearchParams(url.split('?')[1]))
    await (noted?.endpoint ?? listing).prepare({ sent, hidden: {} }, callOf(caller, at))
    noted?.keep({ route: fairs, doing: 'GET /fairs', allow: 'GET' })
    return null
  }
  /** How many of these had to be understood. */
  const thought = async (...all: readonly Asked[]) => {
    const before = understood
    for (const one of all) await ask(...one)
    return understood - before
  }
  const write = (name: string) =>
    terms.bulkWrite([{ replaceOne: { filter: { _id: 1 }, replacement: { _id: 1, name }, upsert: true } }])
  await write('Fairs')
  return { ask, thought, write, asksOf }
}

const PAGE = '/api/fairs?words=a'

describe('02 §3.1 what the arguments of a list mean', () => {
  it('is understood no third time, on whichever page and whatever stands beside, and is that of the question', async () => {
    const { ask, thought } = await list()
    expect(await thought([PAGE], [`${PAGE}&page=2&other=1`])).toBe(2)
    expect(await thought([`${PAGE}&page=3`], [`${PAGE}&page=4`], [PAGE])).toBe(0)
    expect(await ask(`/api/fairs?page=7&words=a`)).toBe('[7,"Fairs","a",{"words":"a"}]')
    expect(await thought([`${PAGE}&per_page=5`], ['/api/fairs?words=b'])).toBe(2)
    expect(await ask(`${PAGE}&other=2&page=9`)).toBe('[9,"Fairs","a",{"words":"a","other":"2"}]')
    expect(await ask(`/api/fairs?other=%20+&words=a&other=3`)).toBe(
      '[1,"Fairs","a",{"other":"3","words":"a"}]',
    )
  })

  it('is one question with and without a page, and whatever names no rule looks at', async () => {
    const { thought } = await list()
    expect(await thought(['/api/fairs'], ['/api/fairs?page=2'], ['/api/fairs'])).toBe(2)
    const named = Array.from({ length: 300 }, (_, n) => [`/api/fairs?page=3&n${n}=1`] as const)
    expect(await thought(...named, ['/api/fairs?page=4'])).toBe(0)
  })

  it('is kept of few where each is told by much, and of none that is told by more than there is room for', async () => {
    const asked = (n: number) => [`/api/fairs?words=${n}`] as const
    const all = Array.from({ length: 20 }, (_, n) => asked(n)).flatMap(one => [one, one])
    const small = await list()
    expect(await small.thought(...all)).toBe(40)
    expect(await small.thought(asked(0), asked(19))).toBe(0)
    const large = await list({ looksUp: 5_000 })
    expect(await large.thought(...all)).toBe(40)
    expect(await large.thought(asked(19))).toBe(0)
    expect(await large.thought(asked(0))).toBe(1)
    const beyond = await list({ looksUp: 50_000 })
    expect(await beyond.thought(asked(0), asked(0), asked(0))).toBe(3)
  })

  it('is kept while all is as it was where nobody can tell what has changed', async () => {
    let version: string | null = '1'
    const { thought } = await list({ followedBy: trailsOfVersion(() => version) })
    expect(await thought([PAGE], [PAGE], [PAGE])).toBe(2)
    version = '2'
    expect(await thought([PAGE], [PAGE])).toBe(1)
    version = null
    expect(await thought([PAGE], [PAGE])).toBe(2)
    version = '3'
    expect(await thought([PAGE], [PAGE])).toBe(1)
  })

  it('is another where a document that was looked up for it has changed', async () => {
    const { ask, thought, write } = await list()
    await thought([PAGE], [PAGE])
    await write('Markets')
    expect(await thought([PAGE], [PAGE])).toBe(1)
    expect(await ask(PAGE)).toBe('[1,"Markets","a",{"words":"a"}]')
  })

  it('is another on another day, before it was understood, and with other settings', async () => {
    const { thought } = await list()
    const at = (ms: number): Moment => ({ ...moment, ms: epochMs(ms) })
    expect(await thought([PAGE], [PAGE], [PAGE, null, at(MIDNIGHT - 1)])).toBe(2)
    expect(await thought([PAGE, null, at(MIDNIGHT)], [PAGE, null, at(moment.ms - 1)])).toBe(2)
    const elsewhere = { ...moment, site: { ...moment.site, perPage: 20 } }
    expect(await thought([PAGE, null, elsewhere], [PAGE, null, elsewhere])).toBe(1)
  })

  it('is kept for all who see the same whoever wrote it, each role by itself, and for nobody else', async () => {
    const { thought } = await list()
    expect(await thought([PAGE], [PAGE], [PAGE])).toBe(2)
    expect(
      await thought([PAGE, user(2, 'editor')], [PAGE, user(3, 'editor')], [PAGE, user(4, 'editor')]),
    ).toBe(2)
    expect(await thought([PAGE, user(2, 'administrator')])).toBe(1)
    for (const role of ['author', 'contributor', 'subscriber'] as const) {
      const somebody = user(5, role)
      expect(await thought([PAGE, somebody], [PAGE, somebody], [PAGE, somebody])).toBe(3)
    }
  })

  it('is understood each time where the clock makes it another at once, it is not allowed, refused or very long', async () => {
    const asked: Asked = [PAGE]
    expect(await (await list({ until: null })).thought(asked, asked, asked)).toBe(3)
    expect(await (await list({ isAllowed: false })).thought(asked, asked, asked)).toBe(3)
    expect(await (await list({ isRefused: true })).thought(asked, asked, asked)).toBe(3)
    const long: Asked = [`${PAGE}${'a'.repeat(2_000)}`]
    expect(await (await list()).thought(long, long, long)).toBe(3)
  })
})

describe('01 §1 an address is read as far as its page', () => {
  it.each([
    ['/api/fairs', '/api/fairs?', 1, {}],
    ['/api/fairs?words=a%20b&page=12', '/api/fairs?words=a%20b&', 12, { words: 'a%20b' }],
    [
      '/index.php?page=2&rest_route=%2Ffairs&per_page=3',
      '/index.php?rest_route=%2Ffairs&per_page=3&',
      2,
      { rest_route: '%2Ffairs', per_page: '3' },
    ],
    [
      '/api/fairs?nobody=1&_x=id&context=edit',
      '/api/fairs?_x=id&context=edit&',
      1,
      { nobody: '1', _x: 'id', context: 'edit' },
    ],
    ['/api/fairs?words&=x&Page=4', '/api/fairs?words&=x&', 1, { words: '', '': 'x', Page: '4' }],
  ])('%s', async (url, question, page, sent) => {
    expect((await list()).asksOf(url)).toEqual({ question, page, sent: new Map(Object.entries(sent)) })
  })

  it.each([
    ...['page=0', 'page=-1', 'page=01', 'page=1.0', 'page=', 'page', 'page=1&page=2', 'page=1000000'],
    ...[
      'constructor=1',
      '7=b&a=1',
      'page[]=2',
      'p%61ge=2',
      'pa+ge=2',
      'page%5B%5D=2',
      'words=a?page=2',
      'rest_route=/fairs%3fpage=2',
    ],
  ])('%s needs a closer look', async query => {
    expect((await list()).asksOf(`/index.php?${query}`)).toBeNull()
  })
})
