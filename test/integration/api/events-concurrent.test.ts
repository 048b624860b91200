import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'

const NEW = { title: 'Fair', start_date: '2027-05-01 09:00:00', end_date: '2027-05-01 13:00:00' }

let world: ApiWorld
let event: string
beforeEach(async () => {
  world = await apiWorld()
  const { body } = await world.ask('POST events', { as: 'editor', body: NEW })
  event = `events/${(body as { id: number }).id}`
})
afterEach(() => world.close())

const update = (body: object) => world.ask(`PATCH ${event}`, { as: 'editor', body })
const read = async () => (await world.ask(`GET ${event}`)).body

describe('00 §8 concurrent writes of one event', () => {
  it('OP-1: different members all survive, and nobody is turned away', async () => {
    const members = ['title', 'description', 'excerpt', 'cost', 'website', 'slug']
    const sent = Array.from({ length: 48 }, (_, n) => {
      const member = members[n % members.length] ?? ''
      return { [member]: member === 'website' ? `https://fair.example/${n}` : `text ${n}` }
    })
    const answers = await Promise.all(sent.map(update))
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200))
    expect(await read()).toMatchObject({
      title: expect.stringMatching(/^text \d+$/) as string,
      description: expect.stringMatching(/^<p>text \d+<\/p>$/) as string,
      excerpt: expect.stringMatching(/^<p>text \d+<\/p>$/) as string,
      cost: expect.stringMatching(/^text \d+$/) as string,
      website: expect.stringMatching(/^https:\/\/fair\.example\/\d+$/) as string,
      slug: expect.stringMatching(/^text-\d+$/) as string,
    })
  })

  it('04: UTC stays what local time and zone say, whoever changed which of them', async () => {
    const answers = await Promise.all([
      update({ timezone: 'Asia/Tokyo' }),
      update({ start_date: '2027-05-01 10:00:00' }),
      update({ end_date: '2027-05-01 12:00:00' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await read()).toMatchObject({
      timezone: 'Asia/Tokyo',
      start_date: '2027-05-01 10:00:00',
      utc_start_date: '2027-05-01 01:00:00',
      end_date: '2027-05-01 12:00:00',
      utc_end_date: '2027-05-01 03:00:00',
    })
  })

  it('04 §4: an end is never before its start, and a whole day stays whole', async () => {
    const answers = await Promise.all([
      update({ start_date: '2027-05-01 12:30:00' }),
      update({ end_date: '2027-05-01 11:00:00' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
    expect(answers[1].body).toMatchObject({
      code: 'rest_invalid_param',
      data: { details: { end_date: { code: 'rest_inconsistent_dates' } } },
    })
    await Promise.all([update({ all_day: true }), update({ end_date: '2027-05-02 11:00:00' })])
    expect(await read()).toMatchObject({
      all_day: true,
      start_date: '2027-05-01 00:00:00',
      end_date: '2027-05-02 23:59:59',
      utc_end_date: '2027-05-03 03:59:59',
    })
  })
})

describe('02 §6 what one event describes', () => {
  const create = async (body: object) => {
    const answer = await world.ask('POST events', { as: 'editor', body: { ...NEW, ...body } })
    expect(answer.status).toBe(201)
    return answer.body
  }

  it('twice is one, and stands where it was sent first', async () => {
    const organizers = ['PTA', 'Choir', ' pta', 'Band', 'CHOIR'].map(organizer => ({ organizer }))
    const made = await create({
      venue: [{ venue: 'Hall' }, { venue: 'hall' }],
      organizer: organizers,
      categories: ['Music', 'music', 'Fun!', 'Fun?'],
      tags: ['Indoor', 'INDOOR'],
    })
    expect(made).toMatchObject({
      venue: { venue: 'Hall' },
      organizer: [{ organizer: 'PTA' }, { organizer: 'Choir' }, { organizer: 'Band' }],
      categories: [{ name: 'Fun!' }, { name: 'Music' }],
      tags: [{ name: 'Indoor' }],
    })
  })

  it('by one name is as many as differ', async () => {
    const organizer = Array.from({ length: 20 }, (_, n) => ({
      organizer: 'PTA',
      email: `${n}@school.example`,
    }))
    expect(await create({ organizer })).toMatchObject({ organizer })
  })
})
