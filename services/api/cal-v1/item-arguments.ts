import { organizerMembers as organizerTable, organizerOrders } from '../../../shared/members/organizer.ts'
import { venueMembers as venueTable, venueOrders } from '../../../shared/members/venue.ts'
import { type KindsOfGeneration, memberArguments } from '../items/stored-values.ts'
import { either, whole } from '../platform/arguments/accepted.ts'
import {
  accept,
  type Argument,
  type ArgumentKind,
  optional,
  reject,
  required,
} from '../platform/arguments/arguments.ts'
import { uri } from '../platform/arguments/uri-kind.ts'
import { dateText } from '../items/date-kinds.ts'
import {
  boolean,
  declaredAs,
  html,
  integer,
  oneLine,
  oneOf,
  text,
  title,
  idOf,
} from '../platform/arguments/kinds.ts'
import { imageId, type ImageId, userId } from '../../../shared/kernel/brands.ts'

const SENDABLE = ['publish', 'future', 'draft', 'pending', 'private'] as const

/** An image as sent: its id or an address; null takes it away (spec 02 §5). */
export type SentImage = { readonly id: ImageId } | { readonly address: string } | null

const numberOfImage = idOf(imageId, integer({ minimum: 0 }))
const imageAddress = whole('[Hh][Tt][Tt][Pp][Ss]?://[\\s\\S]*')

/** Id, address, or object with an id; "", 0 and false clear. */
const image = (): ArgumentKind<SentImage> => ({
  read: (value, name, at) => {
    if (value === '' || value === false || value === 'false') return accept(null)
    const sent = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
    const read = numberOfImage.read(sent, name, at)
    if (read.ok) return accept(read.value === 0 ? null : { id: read.value })
    if (typeof sent === 'number') return read
    const wrong = `${name} is neither the id of an image nor an address that begins with https://.`
    if (typeof sent !== 'string') return reject('rest_invalid_type', wrong, { param: name })
    return /^https?:\/\//i.test(sent) ? accept({ address: sent }) : reject('rest_invalid_image', wrong)
  },
  declared: { type: 'string' },
  accepts: either(
    numberOfImage.accepts,
    imageAddress,
    whole('|false'),
    {
      type: 'object',
      properties: { id: either(numberOfImage.accepts, imageAddress) },
      required: ['id'],
    },
    { type: 'boolean', enum: [false] },
  ),
})

const plain = { type: 'string' } as const

/** Members that events, venues and organizers take (spec 02 §5, §8), each optional. */
export const sharedMembers = {
  author: optional(idOf(userId), { description: 'Id of the author.' }),
  date: optional(dateText(), { description: 'Publication date, wall clock of the site.' }),
  date_utc: optional(dateText(), { description: 'Publication date, UTC.' }),
  status: optional(declaredAs(oneOf(SENDABLE), plain), { description: 'Publication status.' }),
  description: optional(html(), { description: 'Content, HTML.' }),
  image: optional(image(), { description: 'Id or address of an image.' }),
}

export const website = () =>
  optional(uri({ empty: true }), { description: 'Web address.', showDefault: null })

const nullable = <Value>(argument: Argument<Value>): Argument<Value> => ({
  ...argument,
  publishedDefault: () => null,
})

const line = oneLine()
/** How members of the tables are read; flags are declared as text, and JSON booleans are accepted, too. */
export const kinds: KindsOfGeneration = {
  ...{ title: null, line, phone: line, email: line, region: line, html: html(), uri: uri({ empty: true }) },
  ...{ flag: declaredAs(boolean(), plain), coordinate: null, ids: null, own: null },
}

/** Members of a venue besides its name (spec 02 §8). */
const venueMembers = {
  ...sharedMembers,
  description: nullable(sharedMembers.description),
  image: nullable(sharedMembers.image),
  ...memberArguments(venueTable, 'cal', venueOrders.calArguments, kinds, { showDefault: null }),
}

/** Members of an organizer besides its name (spec 02 §8). */
const organizerMembers = {
  author: nullable(sharedMembers.author),
  date: nullable(sharedMembers.date),
  date_utc: nullable(sharedMembers.date_utc),
  status: nullable(sharedMembers.status),
  description: nullable(sharedMembers.description),
  image: nullable(sharedMembers.image),
  ...memberArguments(organizerTable, 'cal', organizerOrders.calArguments, kinds, { showDefault: null }),
}

const name = title()
const nameDoc = { description: 'Name.' }
/** Arguments of a create, also of one within an event (spec 02 §6). */
export const newVenueMembers = { venue: required(name, nameDoc), ...venueMembers }
export const newOrganizerMembers = { organizer: required(name, nameDoc), ...organizerMembers }
/** Arguments of an update. */
export const changedVenueMembers = { venue: optional(name, nameDoc), ...venueMembers }
export const changedOrganizerMembers = { organizer: optional(name, nameDoc), ...organizerMembers }

/** A slug among the arguments of a by-slug update is the new one; the index says what the path needs (spec 01 §1, §7). */
export const newSlug = {
  slug: optional(text(), {
    description: 'Slug of the item; sent beside the path: its new one.',
    showRequired: true,
  }),
}
