/** Where a venue is, as it is stored (spec 02 §8). */
type Stored = {
  readonly address: string
  readonly city: string
  readonly country: string
  readonly province: string
  readonly state: string
  /** null: never sent. */
  readonly stateprovince: string | null
  readonly zip: string
}

const HOME = ['', 'US', 'USA', 'United States']

/** The sent value; never sent: the state at home, the province abroad (spec 02 §8). */
export const stateProvince = ({
  stateprovince,
  country,
  state,
  province,
}: Omit<Stored, 'address' | 'city' | 'zip'>): string =>
  stateprovince ?? (HOME.includes(country) ? state : province)

/** A postal address by its parts, "" for what is not known. */
export type Postal = {
  readonly address: string
  readonly city: string
  readonly region: string
  readonly zip: string
  readonly country: string
}

export const postalOf = (stored: Stored): Postal => ({
  address: stored.address,
  city: stored.city,
  region: stateProvince(stored),
  zip: stored.zip,
  country: stored.country,
})

const known = (parts: readonly string[]): readonly string[] => parts.filter(part => part !== '')

/** What is known of it, from the street to the country. */
export const postalParts = ({ address, city, region, zip, country }: Postal): readonly string[] =>
  known([address, city, region, zip, country])

/** As it stands on a letter: the street, the city with its region and code, the country. */
export const postalLines = ({ address, city, region, zip, country }: Postal): readonly string[] =>
  known([address, known([city, known([region, zip]).join(' ')]).join(', '), country])

/** Where maps show the address, by the template of the site; "" without a template or an address (spec 03 §1.3). */
export const mapAddress = (template: string, postal: Postal): string => {
  const parts = postalParts(postal)
  return template === '' || parts.length === 0
    ? ''
    : template.replaceAll('%s', () => encodeURIComponent(parts.join(', ')))
}
