/** Degrees from the equator, and from Greenwich, that there are on either side. */
export const FARTHEST = { latitude: 90, longitude: 180 } as const

type Degrees = number | null | undefined

/** Both, or none: half of a place is none, nor is one outside the globe. */
export const placeOnEarth = (
  latitude: Degrees,
  longitude: Degrees,
): { readonly latitude: number; readonly longitude: number } | null =>
  typeof latitude === 'number' &&
  typeof longitude === 'number' &&
  Math.abs(latitude) <= FARTHEST.latitude &&
  Math.abs(longitude) <= FARTHEST.longitude
    ? { latitude, longitude }
    : null
