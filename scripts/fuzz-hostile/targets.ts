import type { Random } from '../fuzz-bodies/random.ts'
import { rest } from './input.ts'
import type { Site } from './service.ts'

/** One of a list that is not empty. */
export const pickFrom = <Value>(all: readonly Value[], { number }: Random): Value => {
  const picked = all[number(all.length)]
  if (picked === undefined) throw new Error('there is nothing to choose from')
  return picked
}

/** Pages, feeds, files and desks, with one variable part each where they have one. */
const BESIDE_REST = [
  ...['/', '/events/', '/events/list/', '/events/month/{x}/', '/events/day/{x}/', '/events/category/{x}/'],
  ...['/events/tag/{x}/', '/event/{x}/', '/venue/{x}/', '/organizer/{x}/', '/event/{x}/ical', '/events/ical'],
  ...['/events/category/{x}/ical', '/events/tag/{x}/ical', '/sign-in', '/sign-out', '/authorize-application'],
  ...['/imports', '/imports/{x}', '/imports/{x}/pause', '/history', '/history/event/{x}', '/history/{x}/1'],
  ...[
    '/imports/{x}/undo',
    '/history/{x}/1/put-back',
    '/history/event/{x}/put-back',
    '/schedules',
    '/schedules/{x}',
  ],
  ...['/manage', '/manage/{x}', '/manage/events', '/manage/events/{x}', '/manage/events/several'],
  ...['/manage/events/undo', '/manage/venues/{x}', '/manage/tags/{x}', '/manage/sign-in', '/account'],
  ...['/onboarding', '/media/{x}', '/assets/{x}', '/admin/imports', '/admin/imports/{x}', '/admin/schedules'],
  ...[
    '/admin/schedules/{x}',
    '/admin/history/event/{x}',
    '/admin/history',
    '/admin/history/export',
    '/admin/{x}',
    '/health/live',
    '/health/ready',
  ],
  ...['/metrics', '/nope', '/{x}'],
]

/** Every address, with `{…}` where something varies. */
export const patternsOf = ({ index }: Site): readonly string[] => [
  ...Object.keys(index.routes).map(rest),
  ...BESIDE_REST,
]

/** Every address, with a part that is there; what is changed is what may change. */
export const targetsOf = (site: Site): readonly string[] => {
  const { changing, changingSlugs } = site.pool
  return patternsOf(site).map(pattern => {
    const kind =
      (['venues', 'organizers', 'categories', 'tags'] as const).find(one => pattern.includes(one)) ?? 'events'
    const [id = 0] = changing[kind]
    const [slug = 'x'] = changingSlugs[kind]
    return pattern
      .replace('{id}', String(id))
      .replace('{slug}', slug)
      .replace('{import_id}', 'unknown_import')
      .replace('{x}', slug)
  })
}
