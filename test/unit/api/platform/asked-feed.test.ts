import { describe, expect, it } from 'vitest'
import { askedFeed } from '../../../../services/api/platform/request/addressing.ts'

describe('06 §4 a page asked for a calendar file', () => {
  it.each([
    ['/events/?ical=1', '/events/ical/'],
    ['/events?ical=1', '/events/ical/'],
    ['/?ical=1', '/events/ical/'],
    ['/?post_type=cal_events&ical=1', '/events/ical/'],
    ['/?post_type=cal_events&cal_events_cat=fairs&ical=1', '/events/category/fairs/ical/'],
    ['/?tag=a%2Fb&outlook-ical=true', '/events/tag/a%2Fb/ical/'],
    ['/events/list/?cal-bar-date=2027-05-01&ical=1', '/events/ical/'],
    ['/events/list/page/2/?eventDisplay=past&outlook-ical=1', '/events/ical/'],
    ['/events/2027-05/?ical=1', '/events/ical/'],
    ['/events/category/caf%C3%A9/?ical=1', '/events/category/caf%C3%A9/ical/'],
    ['/events/list/category/fairs/page/2?ical=1', '/events/category/fairs/ical/'],
    ['/events/tag/loud/month/?ical=1', '/events/tag/loud/ical/'],
    ['/event/fair/?ical=1', '/event/fair/ical/'],
    ['/event/fair?a=b&outlook-ical=1', '/event/fair/ical/'],
  ])('%s', (url, feed) => {
    expect(askedFeed(url)).toBe(feed)
  })
  it.each([
    '/events/',
    '/events/?ical=',
    '/events/?ical=0',
    '/events/?ical=false',
    '/events/?ical[]=',
    '/events/?vertical=1',
    '/event/ical=1',
    '/venue/hall/?ical=1',
    '/eventsx/?ical=1',
    '/?p=5&ical=1',
    '/index.php?rest_route=/cal/events/v1/events&ical=1',
    '/api/cal/events/v1/events?ical=1',
  ])('%s is not', url => {
    expect(askedFeed(url)).toBeNull()
  })
})
