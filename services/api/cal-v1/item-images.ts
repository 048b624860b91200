import { allSettled } from '../../../shared/all-settled.ts'
import { can } from '../../../shared/rights.ts'
import type { FetchedImage } from '../../images/by-address.ts'
import type { Answer } from '../platform/answers/answer.ts'
import type { Problem, Problems } from '../platform/arguments/arguments.ts'
import { type Call, contextOf } from '../platform/call.ts'
import { invalid } from '../platform/route.ts'
import type { Linked, Links } from './events/look-up-references.ts'
import type { SentImage } from './item-arguments.ts'
import type { WriteSupport } from '../items/deps.ts'
import { problem } from '../items/answer.ts'

type Illustrated = { readonly image?: SentImage | undefined }
type Support = Pick<WriteSupport, 'imagesByAddress'>

/** What was sent with ids in place of addresses, or why one of them gave no image. */
type Had<Sent> =
  { readonly ok: true; readonly sent: Sent } | { readonly ok: false; readonly problem: Problem }

type Reason = Extract<FetchedImage, { ok: false }>['reason']

/** Which of the failures it was is nobody's business where it would tell about other networks. */
const sentenceOf = (name: string, reason: Reason): string => {
  switch (reason) {
    case 'too_large':
      return `${name} is larger than an image may be.`
    case 'wrong_type':
    case 'not_an_image':
      return `${name} is no image of a kind that is taken.`
    default:
      return `${name} cannot be fetched.`
  }
}

const refuse = (message: string) => ({ ok: false, problem: problem('rest_invalid_image', message) }) as const

const had = async <Sent extends Illustrated>(
  { imagesByAddress }: Support,
  sent: Sent,
  call: Call,
  name: string,
): Promise<Had<Sent>> => {
  const { image } = sent
  if (image === undefined || image === null || 'id' in image) return { ok: true, sent }
  if (!can(call.caller, 'image-by-url')) return refuse(`${name}: you may not add images by their address.`)
  const fetched = await imagesByAddress.fetch(image.address, contextOf(call))
  return fetched.ok
    ? { ok: true, sent: { ...sent, image: { id: fetched.id } } }
    : refuse(sentenceOf(name, fetched.reason))
}

const described = async <Described extends Illustrated, Id extends number>(
  support: Support,
  links: Linked<Described, Id> | undefined,
  call: Call,
  name: string,
): Promise<Had<Linked<Described, Id> | undefined>> => {
  if (links === undefined) return { ok: true, sent: undefined }
  const ready: Linked<Described, Id>[number][] = []
  for (const link of links) {
    if ('id' in link) {
      ready.push(link)
      continue
    }
    const one = await had(support, link.described, call, name)
    if (!one.ok) return one
    ready.push({ described: one.sent })
  }
  return { ok: true, sent: ready }
}

/**
 * Makes an address of an image an id: step 8 of spec 01 §3, after everything else was found in order. Nothing is
 * fetched for a caller without the right (spec 01 §9).
 */
export const withImage = async <Sent extends Illustrated>(
  support: Support,
  sent: Sent,
  call: Call,
): Promise<{ readonly ok: true; readonly sent: Sent } | { readonly ok: false; readonly answer: Answer }> => {
  const done = await had(support, sent, call, 'image')
  return done.ok ? done : { ok: false, answer: invalid({ image: done.problem }) }
}

/** The same for an event and for the venues and organizers that it describes. */
export const withImages = async <Sent extends Illustrated>(
  support: Support,
  sent: Sent,
  links: Links,
  call: Call,
): Promise<
  | { readonly ok: true; readonly sent: Sent; readonly links: Links }
  | { readonly ok: false; readonly answer: Answer }
> => {
  const [own, venue, organizer] = await allSettled([
    had(support, sent, call, 'image'),
    described(support, links.venue, call, 'venue'),
    described(support, links.organizer, call, 'organizer'),
  ])
  if (own.ok && venue.ok && organizer.ok)
    return { ok: true, sent: own.sent, links: { ...links, venue: venue.sent, organizer: organizer.sent } }
  const problems: Problems = Object.fromEntries(
    Object.entries({ image: own, venue, organizer }).flatMap(([name, one]) =>
      one.ok ? [] : [[name, one.problem]],
    ),
  )
  return { ok: false, answer: invalid(problems) }
}
