import { expect, it } from 'vitest'
import { oldVenue } from '../../../services/move-in/old/directory.ts'
import { cleanNow } from '../../../shared/cleaning/texts.ts'

it.each(['2026-11-27 08:00:00', '2026-11-27T08:00:00'])(
  '05 §15 %s is when it was made and changed, as instants are compared here',
  sent => {
    const cal = { venue: 'Hall', status: 'publish', date_utc: sent, modified_utc: sent }
    expect(oldVenue({ id: 12, cal, calx: null, links: {} }, cleanNow)).toMatchObject({
      values: { name: 'Hall', publishedAt: '2026-11-27 08:00:00' },
      modifiedUtc: '2026-11-27 08:00:00',
    })
  },
)
