import { termId, venueId, organizerId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { recorder, venueValues } from '../../support/recorded.ts'
import { guest, readModels, textsOf } from '../../support/read-models.ts'
import { school, VENUE, ORGANIZER, expectJson, everything } from '../../support/listed-school.ts'

describe('02 §1.2, §1.3 venue and organizer', () => {
  it('have their members in order, empty ones left out', async () => {
    const { models } = await school()
    const venues = await models.venues.byIds([venueId(12)])
    const organizers = await models.organizers.byIds([organizerId(15)])
    expectJson(textsOf(await models.venues.calList(venues))[0], VENUE)
    expectJson(textsOf(await models.organizers.calList(organizers))[0], ORGANIZER)
  })

  it.each([
    [{ country: 'Canada', province: 'Ontario', state: 'NY' }, 'Ontario'],
    [{ country: '', province: 'Ontario', state: 'NY' }, 'NY'],
    [{ country: 'US', state: 'NY' }, 'NY'],
    [{ country: 'USA', state: 'NY' }, 'NY'],
    [{ country: 'Canada', province: 'Ontario', stateprovince: 'ON' }, 'ON'],
    [{ country: 'Canada', province: 'Ontario', stateprovince: '' }, undefined],
  ])('stateprovince of %o is %s', async (place, expected) => {
    const models = await readModels()
    const values = venueValues(place)
    await models.apply([
      recorder()({ type: 'VenueCreated', venueId: 1, by: 'person', values, hiddenUntilLinked: false }),
    ])
    const [text] = textsOf(await models.venues.calList(await models.venues.byIds([venueId(1)])))
    const shown = JSON.parse(text ?? '') as { stateprovince?: string }
    expect(shown.stateprovince).toBe(expected)
  })

  it('puts country, province, state in this order and needs both coordinates', async () => {
    const models = await readModels()
    const values = venueValues({ country: 'Canada', province: 'Ontario', state: 'x', latitude: 1 })
    await models.apply([
      recorder()({ type: 'VenueCreated', venueId: 1, by: 'person', values, hiddenUntilLinked: false }),
    ])
    const [text] = textsOf(await models.venues.calList(await models.venues.byIds([venueId(1)])))
    const members = Object.keys(JSON.parse(text ?? '') as object)
    expect(members.slice(members.indexOf('country'))).toEqual([
      'country',
      'province',
      'state',
      'stateprovince',
      'show_map',
      'show_map_link',
      'global_id',
      'global_id_lineage',
    ])
  })
})

describe('02 §1.4 terms', () => {
  const sole = <Found>([one]: readonly (Found | null)[]): Found => {
    if (one === null || one === undefined) throw new Error('there is none')
    return one
  }
  const B = 'https://school.example/index.php?rest_route=/cal/events/v1'
  const category =
    '{"id":7,"count":1,"description":"","name":"Fairs","slug":"fairs","taxonomy":"cal_events_cat","parent":4,"meta":[],' +
    '"url":"https://school.example/events/category/sales/fairs/",' +
    `"urls":{"self":"${B}/categories/7","collection":"${B}/categories","up":"${B}/categories/4"}`

  it('category with and without links', async () => {
    const { models } = await school()
    const term = sole([await models.terms.byId(termId(7))])
    expectJson(sole(await models.terms.cal([term], { links: false })), `${category}}`)
    expectJson(
      sole(await models.terms.cal([term], { links: true })),
      `${category},"_links":{"self":[{"href":"${B}/categories/7"}],"collection":[{"href":"${B}/categories"}],` +
        `"up":[{"href":"${B}/categories/4"}]}}`,
    )
  })

  it('tags have neither parent nor up', async () => {
    const models = await readModels()
    const values = {
      taxonomy: 'post_tag',
      name: 'Élan',
      slug: 'elan',
      description: 'd',
      parent: null,
    } as const
    await models.apply([
      recorder()({ type: 'TermCreated', termId: 9, by: 'person', values, hiddenUntilLinked: false }),
    ])
    const term = sole([await models.terms.byId(termId(9))])
    expectJson(
      sole(await models.terms.cal([term], { links: true })),
      '{"id":9,"count":0,"description":"d","name":"Élan","slug":"elan","taxonomy":"post_tag","meta":[],' +
        `"url":"https://school.example/events/tag/elan/","urls":{"self":"${B}/tags/9","collection":"${B}/tags"},` +
        `"_links":{"self":[{"href":"${B}/tags/9"}],"collection":[{"href":"${B}/tags"}]}}`,
    )
  })
})

describe('marks of listed objects', () => {
  const listed = async ({ models }: Awaited<ReturnType<typeof school>>) => {
    const { rows } = await models.events.listEvents(everything)
    const [event] = await models.events.calEvents(rows, guest)
    const [organizer] = await models.organizers.calList(await models.organizers.byIds([organizerId(15)]))
    return { event, organizer }
  }

  it('are the same for the same objects', async () => {
    expect(await listed(await school())).toEqual(await listed(await school()))
  })

  const by = 'person' as const
  const changes: readonly (readonly [string, Parameters<ReturnType<typeof recorder>>[0]])[] = [
    [
      'title',
      { type: 'EventRetitled', eventId: 41, by, changes: { title: ['Spring & Summer Fair', 'Fair'] } },
    ],
    ['venue', { type: 'VenueRenamed', venueId: 12, by, changes: { name: ['Main Hall', 'Hall'] } }],
    ['category', { type: 'TermRenamed', termId: 7, by, changes: { name: ['Fairs', 'Markets'] } }],
    ['image', { type: 'EventIllustrated', eventId: 41, by, changes: { image: [40, 11] } }],
    ['password', { type: 'EventProtected', eventId: 41, by, changes: { password: ['', 'secret'] } }],
  ]
  it.each(changes)('another %s changes the mark of an event, and of nothing else', async (_, fact) => {
    const world = await school()
    const before = await listed(world)
    await world.models.apply([world.record(fact)])
    const after = await listed(world)
    expect(after.event?.text).not.toBe(before.event?.text)
    expect(after.event?.mark).not.toBe(before.event?.mark)
    expect(after.organizer).toEqual(before.organizer)
  })
})
