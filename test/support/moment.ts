import type { Moment, Site } from '../../services/api/platform/moment.ts'

export const site: Site = {
  baseUrl: 'https://school.example',
  name: 'Hillside School',
  description: '',
  home: 'https://school.example',
  zone: 'America/New_York',
  timezoneString: 'America/New_York',
  gmtOffset: '-5',
  perPage: 10,
  applicationPasswords: true,
  unfilteredHtml: true,
}

/** 2027-01-10 12:00 on the site's clock. */
export const moment: Moment = {
  ms: Date.UTC(2027, 0, 10, 17),
  nowUtc: '2027-01-10 17:00:00',
  site,
}
