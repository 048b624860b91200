import { termId, userId, type StreamName, imageId, noRevision } from '../../../shared/kernel/brands.ts'
import type { Position, StoredRecord } from '../../../shared/event-store/port.ts'
import { claimCodec, highestOf, idsCodec, idsStream, type Sequence } from '../../../shared/facts/claim.ts'
import { imageCodec, evolveImage, type ImageState } from '../../../shared/facts/image.ts'
import { ONBOARDING_STREAM } from '../../../shared/facts/onboarding.ts'
import { purgedAt } from '../../../shared/facts/purge.ts'
import { SITE_STREAM } from '../../../shared/facts/site.ts'
import { termStream } from '../../../shared/facts/term.ts'
import { erasureStream } from '../../../shared/facts/user.ts'
import { askedOnce } from '../../../shared/remembered.ts'
import { user } from '../../accounts/user.ts'
import { exists } from '../../calendar/in-use.ts'
import { term } from '../../calendar/term/term.ts'
import { load } from '../../handle.ts'
import { imageBytes } from '../../images/library.ts'
import { schedule } from '../../imports/feed/schedule/schedules.ts'
import { siteAggregate } from '../../site/site.ts'
import { onboarding } from '../../site/onboarding/onboarding.ts'
import { idIn, type Reads } from '../../verify/found.ts'
import type { LineOf } from '../format/lines.ts'
import { Damaged } from './survey.ts'

/** Where it was recorded that what a stream tells of is purged or erased; null: it is not. */
export const goneAt = async (now: Reads, stream: StreamName): Promise<Position | null> => {
  if (!stream.startsWith('user-')) return purgedAt(now, stream)
  return (await now.read(erasureStream(userId(idIn(stream))), { limit: 1 }))[0]?.position ?? null
}

/** Without anything to sign in with; null: erased, or not there at that moment. */
export const userLine = async (
  then: Reads,
  now: Reads,
  stream: StreamName,
): Promise<LineOf<'users'> | null> => {
  const { state } = await load(then, user, stream)
  if (state === null || (await goneAt(now, stream)) !== null) return null
  const { id, login, email, role, displayName } = state
  return { id, login, email, role, displayName }
}

export const optionLines = async (then: Reads): Promise<readonly LineOf<'options'>[]> => {
  const { state } = await load(then, siteAggregate, SITE_STREAM)
  const set = Object.entries(state).filter(([, value]) => value !== undefined)
  return set.map(([name, value]) => ({ name, value }) as LineOf<'options'>)
}

/** null: nobody has begun to set the site up. */
export const onboardingLine = async (then: Reads): Promise<LineOf<'onboarding'> | null> => {
  const { state, revision } = await load(then, onboarding, ONBOARDING_STREAM)
  return revision === noRevision ? null : state
}

/** null: it is fetched no more. */
export const scheduleLine = async (then: Reads, stream: StreamName): Promise<LineOf<'schedules'> | null> => {
  const { state } = await load(then, schedule, stream)
  if (state.status !== 'set') return null
  const { url, everyMinutes, settings, dueAt, checks, known, knownSince, isPaused: paused } = state
  const id = stream.slice(stream.indexOf('-') + 1)
  return { id, url, everyMinutes, ...settings, dueAt, paused, carried: { checks, known, knownSince } }
}

type IdentityKind = LineOf<'identities'>['kind']

const isThere = async (now: Reads, kind: IdentityKind, id: number): Promise<boolean> =>
  kind === 'term'
    ? (await load(now, term, termStream(termId(id)))).state.status === 'live'
    : exists(now, kind, id)

const IDENTITY = /^identity-(event|venue|organizer|term)\/(.+)$/

/** Of those that are there; null: what it is about has nobody. */
export const identityLine = async (
  then: Reads,
  now: Reads,
  stream: StreamName,
): Promise<LineOf<'identities'> | null> => {
  const [, kind, key = ''] = (IDENTITY.exec(stream) ?? []) as [string?, IdentityKind?, string?]
  if (kind === undefined) return null
  const there = askedOnce<boolean, number>()
  const claims: LineOf<'identities'>['claims'] = []
  const holders = new Set<number>()
  for (const { type, data, meta } of await then.read(stream)) {
    const { owner, ...fact } = claimCodec.decode(type, data)
    if (!(await there.get(owner, () => isThere(now, kind, owner)))) continue
    if (fact.type === 'Released') holders.delete(owner)
    else holders.add(owner)
    const { occurrence, revision } = fact.type === 'Claimed' ? fact : {}
    claims.push({
      owner,
      ...(fact.type === 'Released' ? { released: true as const } : {}),
      ...(occurrence === undefined ? {} : { occurrence }),
      ...(revision === undefined ? {} : { revision }),
      correlation: meta.correlation,
    })
  }
  return holders.size === 0 ? null : { kind, key, claims }
}

const latestImage = (records: readonly StoredRecord[]): ImageState | null =>
  records.reduce<ImageState | null>(
    (image, { type, data }) => evolveImage(image, imageCodec.decode(type, data)),
    null,
  )

/** One look for each time that the picture is cleaned while it is read. */
const LOOKS = 3

/**
 * An image and its files: as they are now, since a picture that was freed meanwhile of what its file told has lost the
 * former bytes. Throws Damaged.
 */
export const imageWithFiles = async (now: Reads, stream: StreamName) => {
  const id = imageId(idIn(stream))
  for (let look = 1; ; look++) {
    const records = await now.read(stream)
    const [first] = records
    const values = latestImage(records)
    if (first === undefined || values === null) return null
    const { alt, file, type, width, height, bytes, digest, sizes, source } = values
    const picture = { file, type, width, height, bytes, digest, sizes, source }
    const told = alt === '' ? picture : { ...picture, alt }
    const parts = [{ name: 'full' as const, file, bytes }, ...sizes]
    const read = await Promise.all(parts.map(({ name }) => imageBytes(now, { id, values }, name)))
    const missing = parts.find((part, n) => read[n]?.length !== part.bytes)
    if (missing !== undefined) {
      if (look === LOOKS) throw new Damaged(`image ${id} lacks its file ${missing.file}`)
      continue
    }
    const line: LineOf<'images'> = { id, by: imageCodec.decode(first.type, first.data).by, values: told }
    return { line, files: parts.map((part, n) => ({ file: part.file, bytes: read[n] ?? Buffer.alloc(0) })) }
  }
}

/** The highest id that was reserved; 0: none was. */
export const highestId = async (now: Reads, sequence: Sequence): Promise<number> =>
  (await now.read(idsStream(sequence))).reduce(
    (most, { type, data }) => Math.max(most, highestOf(idsCodec.decode(type, data))),
    0,
  )
