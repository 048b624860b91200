import { nobody, imageId, termId, eventId } from '../../../shared/kernel/brands.ts'
import { nowUtc } from '../../../shared/kernel/time/calculate.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { keepIds } from '../../calendar/kept-ids.ts'
import type { MoveIn, ShownHere } from '../../api/operator/move-in.ts'
import { RAW_FORM } from '../../api/calx-v1/item-context.ts'
import { notePath } from '../../images/old-picture.ts'
import { knownImage, moveImage } from '../../move-in/apply/move-image.ts'
import { movingOf, moveThings, sequenceOf } from '../../move-in/apply/move-things.ts'
import { moveUser, type MovedUser } from '../../move-in/apply/move-users.ts'
import { sourceOf, type MovedKind } from '../../move-in/identity.ts'
import { movedTo } from '../../move-in/verify/shown-here.ts'
import type { DirectoryReads } from '../../api/items/directory-deps.ts'
import { organizerReads, venueReads } from '../read-side/read-models.ts'
import type { StandIn } from './operate.ts'
import type { ApiParts } from './parts.ts'

type Both = { readonly cal: JsonObject | null; readonly calx: JsonObject | null }
const NOTHING: Both = { cal: null, calx: null }

const objectIn = (text: string | undefined): JsonObject | null =>
  text === undefined || text === '' ? null : (JSON.parse(text) as JsonObject)

/** Objects of both generations as those see them who may see everything. */
const shownOf = (parts: ApiParts) => {
  const { models, store, board, reads, directory, nowMs } = parts
  const [venues, organizers] = [venueReads(models, store, board), organizerReads(models, store, board)]
  const viewer = () => directory.all().find(({ role }) => role === 'administrator') ?? null
  const event = async (id: number): Promise<Both> => {
    const item = await reads.eventById(eventId(id))
    if (item === null) return NOTHING
    const calx = await reads.calxEvents([item], viewer(), { form: RAW_FORM, nowUtc: nowUtc(nowMs()) })
    const cal = await reads.calEvent(item, viewer(), { open: true, jsonLd: false })
    return { cal: objectIn(cal), calx: objectIn(calx[0]?.text) }
  }
  const entry = async <Values>(of: DirectoryReads<Values>, id: number): Promise<Both> => {
    const item = await of.byId(of.idOf(id))
    if (item === null) return NOTHING
    const cal = await of.calSingle(item, { open: true, jsonLd: false })
    return { cal: objectIn(cal), calx: objectIn(of.calx(item, RAW_FORM)) }
  }
  const term = async (id: number): Promise<Both> => {
    const row = await models.term.queries.byId(termId(id))
    if (row === null) return NOTHING
    return { cal: objectIn((await models.term.queries.cal([row], { links: false }))[0]), calx: null }
  }
  return (kind: Exclude<MovedKind, 'image'>, id: number): Promise<Both> => {
    if (kind === 'event') return event(id)
    if (kind === 'venue') return entry(venues, id)
    return kind === 'organizer' ? entry(organizers, id) : term(id)
  }
}

/** What calendars that move in are written and compared with. */
export const composedMoveIn = (parts: ApiParts, standIn: StandIn): MoveIn => {
  const { writing, site, accounts, images, store } = parts
  const shown = shownOf(parts)
  const here = () => {
    const { zone, settings } = site.current()
    const { currencySymbol: symbol, currencyPosition: position, currencyCode: code } = settings
    return { nowUtc: nowUtc(parts.nowMs()), siteZone: zone, currency: { symbol, position, code } }
  }
  const deps = { writing, clean: parts.clean, here, standIn: () => standIn(null) ?? nobody }
  return {
    isOwn: source => source === sourceOf(site.current().baseUrl),
    keep: async ({ source, kind, ids }, context) => [
      ...(await keepIds(store, { sequence: sequenceOf(kind), source, ids }, context)),
    ],
    users: async (from, users, context) => {
      const moved: MovedUser[] = []
      for (const user of users) moved.push(await moveUser(accounts, from, user, context))
      return moved
    },
    things: (asked, context) => moveThings(deps, asked, context),
    knownImages: async (from, wanted, context) => {
      const ids = wanted.map(({ id }) => id)
      const moving = await movingOf(writing, { ...from, kind: 'image' }, ids, context)
      const found = await Promise.all(
        wanted.map(async image => {
          const known = await knownImage(images.movingIn.library, moving, image)
          if (known !== null && known.here !== null && !from.dryRun)
            await notePath(store, { id: imageId(known.here), address: image.address }, context)
          return known
        }),
      )
      return found.filter(one => one !== null)
    },
    image: async (from, image, bytes, context) => {
      const moving = await movingOf(writing, { ...from, kind: 'image' }, [image.id], context)
      const moved = await moveImage(images.movingIn, moving, image, bytes, context)
      if (moved.here !== null)
        await notePath(store, { id: imageId(moved.here), address: image.address }, context)
      return moved
    },
    shown: (source, kind, ids) =>
      Promise.all(
        ids.map(async (id): Promise<ShownHere> => {
          const own = kind === 'image' ? null : await movedTo(store, source, kind, id)
          if (own === null || kind === 'image') return { id, here: null, ...NOTHING }
          const both = await shown(kind, own)
          return { id, here: both.cal === null ? null : own, ...both }
        }),
      ),
  }
}
