import type { EpochMs } from '../../../shared/kernel/brands.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import type { HttpFetcher } from '../../../shared/http-fetcher.ts'
import { ADDRESS_LENGTH } from '../../../shared/limits/items.ts'
import { can } from '../../../shared/rights.ts'
import { type Answer, json, whenShown } from '../platform/answers/answer.ts'
import { accept, type ArgumentKind, defaulted, optional, required } from '../platform/arguments/arguments.ts'
import { refused } from '../platform/answers/errors.ts'
import type { Call } from '../platform/call.ts'
import { boolean, declaredAs, integer, oneOf, text } from '../platform/arguments/kinds.ts'
import { endpoint, type Endpoint, route, type Route } from '../platform/route.ts'
import { answerKeep } from './keep.ts'
import { foreignLookup, type KnownProvider } from './proxy.ts'
import { embeddable, type EmbedReads } from './resolve.ts'
import { richEmbed, type Room } from './rich.ts'
import { isOwn } from './target.ts'
import { oembedXml, XML_TYPE } from './xml.ts'

const NAMESPACE = 'oembed/1.0'
const WIDTH = 600

/** Any text that an address may be as long as: the resolution or the guard decides (spec 06 §2). */
const anyAddress = () => declaredAs(text({ maxLength: ADDRESS_LENGTH }), { type: 'string', format: 'uri' })

/** Whole number of a text without its sign; 0, which limits nothing, when it is none. */
const size = (): ArgumentKind<number> => ({
  read: value => {
    const number = Math.abs(Number.parseInt(String(value), 10))
    return accept(Number.isSafeInteger(number) ? number : 0)
  },
  declared: { type: null },
  accepts: {},
})

export type OembedDeps = {
  readonly reads: EmbedReads
  readonly pageUrl: (
    kind: ItemKind,
    id: number,
    values: { readonly status: string; readonly slug: string },
  ) => string
  readonly fetcher: HttpFetcher
  readonly providers: readonly KnownProvider[]
  /** 10 letters or digits. */
  readonly newSecret: () => string
  readonly nowMs: () => EpochMs
}

/** The same answer as XML, errors too. */
const asXml = (answer: Answer): Answer => ({
  ...answer,
  text: oembedXml(JSON.parse(answer.text) as Parameters<typeof oembedXml>[0]),
  type: XML_TYPE,
})

/** An endpoint that answers in XML when `format` says so, whatever it answers. */
const inEitherFormat = (given: Endpoint): Endpoint => ({
  ...given,
  prepare: async (parameters, call) => {
    const shaped = (answer: Answer) => (parameters.sent['format'] === 'xml' ? asXml(answer) : answer)
    const prepared = await given.prepare(parameters, call)
    if (!prepared.ok) return { ok: false, answer: shaped(prepared.answer) }
    return { ok: true, execute: async () => whenShown(await prepared.execute(), shaped) }
  },
})

/** `GET /oembed/1.0/embed` and `/proxy` (spec 06 §2). */
export const oembedRoutes = (deps: OembedDeps): readonly Route[] => {
  const find = embeddable(deps.reads, deps.pageUrl)
  const lookup = foreignLookup(deps.fetcher, deps.providers)
  const kept = answerKeep(deps.nowMs)

  const own = async (url: string, room: Room, { at }: Call): Promise<Answer> => {
    const found = await find(url, at.site)
    if (found === null) return refused('oembed_invalid_url')
    const provider = { name: at.site.name, url: at.site.home }
    return json(200, richEmbed(found, provider, room, deps.newSecret()))
  }

  const embed = endpoint({
    methods: ['GET'],
    args: {
      url: required(anyAddress(), { description: 'Address of an event, a venue or an organizer.' }),
      format: defaulted(declaredAs(text(), { type: null }), 'json', { description: 'json or xml.' }),
      maxwidth: defaulted(size(), WIDTH, { description: 'Greatest width, pixels.' }),
      maxheight: optional(size(), { description: 'Greatest height, pixels.' }),
    },
    handle: ({ url, maxwidth, maxheight = 0 }, call) =>
      own(url, { maxWidth: maxwidth, maxHeight: maxheight }, call),
  })

  const proxy = endpoint({
    methods: ['GET'],
    args: {
      url: required(anyAddress(), { description: 'Address of what is to be embedded.' }),
      format: defaulted(oneOf(['json', 'xml']), 'json', {
        description: 'Format asked for; the answer is JSON.',
      }),
      maxwidth: defaulted(integer(), WIDTH, { description: 'Greatest width, pixels.' }),
      maxheight: optional(integer(), { description: 'Greatest height, pixels.' }),
      discover: defaulted(boolean(), true, {
        description: 'Whether to look for the description on the page.',
      }),
    },
    may: caller => can(caller, 'oembed-proxy'),
    handle: async ({ url, format, maxwidth, maxheight, discover }, call) => {
      if (URL.canParse(url) && isOwn(new URL(url), call.at.site.baseUrl))
        return own(url, { maxWidth: Math.abs(maxwidth), maxHeight: Math.abs(maxheight ?? 0) }, call)
      const asked = { url, maxWidth: maxwidth, maxHeight: maxheight, discover }
      const found = await kept(JSON.stringify([asked, format]), () => lookup(asked))
      return found === null ? refused('oembed_invalid_url') : json(200, found)
    },
  })

  return [
    route(NAMESPACE, `/${NAMESPACE}/embed`, [inEitherFormat(embed)]),
    route(NAMESPACE, `/${NAMESPACE}/proxy`, [proxy]),
  ]
}
