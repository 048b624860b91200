import { userId, type ImageId } from '../../shared/kernel/brands.ts'
import type { Documents } from '../../shared/documents/port.ts'
import { memoryDocuments } from '../../shared/documents/memory/memory.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { writingSteps } from '../../projections/engine/step-writes.ts'
import { eventListing } from '../../projections/event-listing/store.ts'
import type { Image } from '../../projections/items/images.ts'
import { organizers } from '../../projections/organizers/store.ts'
import type { Principal } from '../../shared/rights.ts'
import type { Site } from '../../projections/items/post.ts'
import { terms } from '../../projections/terms/store.ts'
import { venues } from '../../projections/venues/store.ts'
import type { Marked } from '../../shared/kernel/json.ts'

export const site: Site = {
  name: 'Hillside School',
  url: 'https://school.example',
  host: 'school.example',
  zone: 'America/New_York',
  mapLinkTemplate: '',
  dateFormat: 'F j, Y',
  timeFormat: 'g:i a',
  currency: { symbol: '$', code: 'USD', position: 'prefix' },
  mark: 'hillside',
}

export const guest: Principal = null
export const editor: Principal = { id: userId(2), role: 'editor' }
export const authorNamed = (id: number): Principal => ({ id: userId(id), role: 'author' })

export const textsOf = (objects: readonly Marked[]): readonly string[] => objects.map(({ text }) => text)

/** The read models of one process, fed by hand. */
export const readModels = async (
  documents: Documents = memoryDocuments({ strict: true }),
  pictures: ReadonlyMap<ImageId, Image> = new Map<ImageId, Image>(),
  shownSite = site,
) => {
  const images = async (ids: readonly ImageId[]) => new Map([...pictures].filter(([id]) => ids.includes(id)))
  const places = await writingSteps(documents, venues(shownSite, images))
  const people = await writingSteps(documents, organizers(shownSite, images))
  const words = await writingSteps(documents, terms(shownSite))
  const related = {
    venues: places.queries.nested,
    organizers: people.queries.nested,
    terms: words.queries.embedded,
    calxVenues: places.queries.calxNested,
    calxOrganizers: people.queries.calxNested,
    termSlugs: words.queries.slugs,
    images,
    trails: documents.trails,
  }
  const listing = await writingSteps(documents, eventListing(shownSite, related))
  const all = [places, people, words, listing]
  return {
    venues: places.queries,
    organizers: people.queries,
    terms: words.queries,
    events: listing.queries,
    fence: async (epoch: number) => {
      for (const { fence } of all) await fence?.(epoch)
    },
    apply: async (records: readonly StoredRecord[], epoch = 0) => {
      for (const { prefixes, apply } of all) {
        const own = records.filter(record => prefixes.some(prefix => record.stream.startsWith(prefix)))
        if (own.length > 0) await apply(own, epoch)
      }
    },
  }
}
