import { itemMembers } from './item.ts'
import { email, flag, idList, phone, title, uri } from './member.ts'

const contact = { fact: 'ContactChanged', differs: 'compared', searched: true, onPage: true } as const

/** Everything that an organizer has; see `venueMembers`. */
export const organizerMembers = {
  ...itemMembers,
  name: title({ word: 'Name', fact: 'Renamed', searched: true }),
  phone: phone({
    ...contact,
    word: 'Phone',
    doc: 'Phone number.',
    asked: true,
    cal: 'phone',
    calx: 'phone',
    imported: { as: 'phone', columns: ['phone'], clears: true },
  }),
  email: email({
    ...contact,
    word: 'E-mail',
    doc: 'E-mail address.',
    asked: true,
    cal: 'email',
    calx: 'email',
    imported: { as: 'email', columns: ['email'], clears: true },
  }),
  website: uri({
    ...contact,
    word: 'Website',
    doc: 'Web address.',
    asked: true,
    cal: 'website',
    calx: 'website',
    imported: { as: 'website', orAs: 'url', columns: ['website'], clears: true },
  }),
  /** Of the second generation, which has it for all items. */
  sticky: flag({ word: 'Sticky', fact: 'Presented' }),
  tags: idList({ word: 'Tags', fact: 'Tagged', names: 'tag' }),
}

/** Where members stand otherwise than in the table; what is not named follows in its order. */
export const organizerOrders = {
  calArguments: ['phone', 'website', 'email'],
  calObject: ['phone', 'website', 'email'],
  calx: ['phone', 'website', 'email'],
  asked: [],
  imported: [],
} as const
