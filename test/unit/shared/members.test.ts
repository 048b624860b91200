import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EventFact } from '../../../shared/facts/event.ts'
import { OrganizerFact } from '../../../shared/facts/organizer.ts'
import { VenueFact } from '../../../shared/facts/venue.ts'
import { changesOf, initialOf, laterMembers, membersWith, storedOf } from '../../../shared/members/derive.ts'
import { eventMembers } from '../../../shared/members/event.ts'
import { line, type Members } from '../../../shared/members/member.ts'
import { namedBy } from '../../../shared/members/named.ts'
import { organizerMembers, organizerOrders } from '../../../shared/members/organizer.ts'
import { venueMembers, venueOrders } from '../../../shared/members/venue.ts'
import { carriersOf } from '../../../services/calendar/item/changes.ts'

const tables: readonly (readonly [string, Members, Parameters<typeof carriersOf>[0], object])[] = [
  ['event', eventMembers, EventFact, {}],
  ['venue', venueMembers, VenueFact, venueOrders],
  ['organizer', organizerMembers, OrganizerFact, organizerOrders],
]

describe.each(tables)('the table of %s members', (_, table, contract, orders) => {
  it('has a fact for every change of a member, and a member for everything that facts change', () => {
    const carried = new Set(carriersOf(contract, []).flatMap(({ members }) => members))
    expect([...carried].sort()).toEqual(Object.keys(table).sort())
  })
  it('names members alone where it orders them', () => {
    const named = Object.values(orders).flatMap(order => order as readonly string[])
    expect(named.filter(name => table[name] === undefined)).toEqual([])
  })
  it('gives a name to one member in each generation, and in items', () => {
    const names = [
      membersWith(table, 'cal').map(([, { cal }]) => cal),
      membersWith(table, 'calx').map(([, { calx }]) => calx),
      membersWith(table, 'imported').map(([, { imported }]) => imported.as),
    ]
    for (const all of names) expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
  })
  it('shows on pages what the first generation has, since pages are made of its objects', () => {
    expect(membersWith(table, 'onPage').filter(([, { cal }]) => cal === undefined)).toEqual([])
  })
})

describe('what ids are of', () => {
  it('stands in the row of each member that holds some', () => {
    for (const [type, table] of tables)
      for (const [member, { kind }] of Object.entries(table))
        if (kind === 'ids') expect(namedBy(type, member), `${type} ${member}`).not.toBeNull()
  })
  it.each([
    ...(['event', 'venue', 'organizer'] as const).flatMap(type => [
      [type, 'tags', 'tag'] as const,
      [type, 'author', 'user'] as const,
      [type, 'image', 'image'] as const,
      [type, 'description', null] as const,
    ]),
    ['event', 'venues', 'venue'],
    ['event', 'organizers', 'organizer'],
    ['event', 'categories', 'category'],
    ['event', 'parent', 'event'],
    ['venue', 'venues', null],
    ['category', 'parent', 'category'],
    ['import', 'category', 'category'],
    ['schedule', 'author', 'user'],
    ['site', 'importUser', 'user'],
    ['site', 'name', null],
    ['event', 'constructor', null],
  ] as const)('%s %s: %s', (type, member, kind) => {
    expect(namedBy(type, member)).toBe(kind)
  })
})

it('the history has one word for a member, whatever item has it', () => {
  const words = new Map<string, string>()
  const others = tables.flatMap(([, table]) =>
    Object.entries(table).filter(([name, { word }]) => {
      if (!words.has(name)) words.set(name, word)
      return words.get(name) !== word
    }),
  )
  expect(others).toEqual([])
})

describe('a member that came later', () => {
  const table = {
    name: line({ word: 'Name', fact: 'Renamed' }),
    motto: line({ word: 'Motto', fact: 'Renamed', later: true }),
  }
  it('is read from facts of before as if it had its initial value', () => {
    expect(z.object(storedOf(table)).parse({ name: 'Hall' })).toEqual({ name: 'Hall', motto: '' })
    expect(z.object(storedOf(table)).safeParse({ motto: 'On' }).success).toBe(false)
  })
  it('changes like the others, and is absent where it did not', () => {
    expect(changesOf(table, 'Renamed').parse({ name: ['Hall', 'Barn'] })).toEqual({ name: ['Hall', 'Barn'] })
    expect(changesOf(table, 'Renamed').parse({ motto: ['', 'On'] })).toEqual({ motto: ['', 'On'] })
  })
  it('has what a new item has, and makes documents anew', () => {
    expect([initialOf(table), laterMembers(table)]).toEqual([{ name: '', motto: '' }, 1])
  })
})
