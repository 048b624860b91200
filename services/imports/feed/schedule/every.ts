const UNITS = { m: 1, h: 60, d: 24 * 60 } as const
const LEAST = 15
const MOST = 31 * UNITS.d

/** How often, from 15 minutes to 31 days: `15m`, `6h`, `1d` → minutes. null: it says nothing of the kind. */
export const everyMinutes = (text: string): number | null => {
  const [, count, unit] = /^(\d{1,5})([mhd])$/i.exec(text.trim()) ?? []
  const each = Object.entries(UNITS).find(([name]) => name === unit?.toLowerCase())?.[1]
  if (count === undefined || each === undefined) return null
  const minutes = Number(count) * each
  return minutes >= LEAST && minutes <= MOST ? minutes : null
}

export const EVERY_PROBLEM = 'every is a time from 15m (minutes) to 31d (days), such as 6h.'

/** The shortest text that says so: 360 → `6h`. */
export const everyText = (minutes: number): string => {
  if (minutes % UNITS.d === 0) return `${minutes / UNITS.d}d`
  return minutes % UNITS.h === 0 ? `${minutes / UNITS.h}h` : `${minutes}m`
}
