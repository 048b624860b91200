/**
 * What other programs and people call columns (spec 05 §9), folded as headers are. They count where no column has a
 * name of its own that means the same; of several, the earlier word.
 */
export const USUAL_EVENT_WORDS = {
  title: ['subject', 'summary', 'what', 'event', 'headline'],
  description: ['details', 'notes', 'about', 'text', 'content', 'body'],
  start_date: [
    'date',
    'day',
    'startdatetime',
    'startdateandtime',
    'when',
    'begindate',
    'start',
    'starts',
    'startson',
    'begin',
    'begins',
    'from',
  ],
  start_time: ['time', 'begintime', 'startsat', 'start', 'starts', 'begin', 'begins', 'from'],
  end_date: ['enddatetime', 'enddateandtime', 'end', 'ends', 'endson', 'finish', 'to', 'until'],
  end_time: ['endsat', 'finishtime', 'end', 'ends', 'finish', 'to', 'until'],
  timezone: ['tz', 'zone'],
  venue: ['location', 'locationname', 'where', 'place', 'placename', 'room'],
  organizer: ['host', 'hosts', 'hostname', 'hostedby', 'meetingorganizer', 'organizedby', 'organisedby'],
  tags: ['keywords', 'labels'],
  cost: ['price', 'fee', 'admission'],
  website: ['url', 'link', 'web', 'webpage', 'webaddress', 'homepage', 'websiteurl'],
  image: ['imageurl', 'picture', 'photo'],
} as const

const OF_PLACES = {
  description: ['details', 'notes', 'about'],
  phone: ['telephone', 'tel', 'phonenumber'],
  website: ['url', 'link', 'web', 'homepage'],
  image: ['imageurl', 'picture', 'photo'],
} as const

export const USUAL_VENUE_WORDS = {
  ...OF_PLACES,
  address: ['street', 'streetaddress', 'addressline1', 'address1'],
  address2: ['addressline2'],
  city: ['town', 'locality'],
  stateprovince: ['region'],
  zip: ['zipcode', 'postcode', 'postalcode'],
  latitude: ['lat'],
  longitude: ['lng', 'lon', 'long'],
} as const

export const USUAL_ORGANIZER_WORDS = { ...OF_PLACES, email: ['emailaddress', 'mail'] } as const
