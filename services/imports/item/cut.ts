import { LINE_LENGTH } from '../../../shared/limits.ts'

/** What a line holds of a longer one: whole characters, and no half of a character reference. */
export const cutLine = (text: string): string =>
  text.length <= LINE_LENGTH
    ? text
    : text
        .slice(0, LINE_LENGTH)
        .replace(/[\ud800-\udbff]$/, '')
        .replace(/&[#\w]{0,20}$/, '')

type Place = { readonly name: string; readonly values: object }

const textsOf = ({ name, values }: Place): readonly unknown[] => [
  name,
  ...(Object.values(values) as readonly unknown[]),
]

/** Whether a text of a venue or organizer is longer than a line. */
export const isLong = (place: Place): boolean =>
  textsOf(place).some(text => typeof text === 'string' && text.length > LINE_LENGTH)

/** Venues or organizers with no text longer than a line. */
export const cutPlaces = <P extends Place>(places: readonly P[] | undefined): readonly P[] | undefined =>
  places?.map(place => {
    if (!isLong(place)) return place
    const values = Object.entries(place.values).map(([member, value]: [string, unknown]) => [
      member,
      typeof value === 'string' ? cutLine(value) : value,
    ])
    return { ...place, name: cutLine(place.name), values: Object.fromEntries(values) as P['values'] }
  })
