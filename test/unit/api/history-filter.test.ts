import { userId, logPosition, isoTime } from '../../../shared/kernel/brands.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  changedMembers,
  filterQuery,
  readFilter,
  typedFilter,
} from '../../../services/api/admin/history-filter.ts'
import { textCell } from '../../../services/imports/csv/inert.ts'
import type { FullEntry } from '../../../projections/history/queries.ts'
import { historyLines } from '../../../services/api/admin/history-lines.ts'

const typed = (given: Readonly<Record<string, string>>) => typedFilter(name => given[name] ?? '')
const around = { zone: 'America/New_York', idOf: (login: string) => (login === 'ana' ? userId(7) : null) }
const read = (given: Readonly<Record<string, string>>) => readFilter(typed(given), around)

const golden = join(import.meta.dirname, '../../golden/streams')

describe('00 §6.6 what the history is narrowed to', () => {
  it('means what was typed, and its query gives the same again', () => {
    const given = {
      ...{ person: ' ana ', kind: 'event', source: 'move-in', import: 'abc.1', member: 'title' },
      ...{ from: '2027-03-14', to: '2027-03-14', text: 'a & b' },
    }
    expect(read(given)).toEqual({
      narrowed: {
        ...{
          actor: userId(7),
          kind: 'event',
          source: 'move-in',
          correlation: 'abc.1',
          member: 'title',
          text: 'a & b',
        },
        // the day on which clocks go forward has 23 hours
        ...{ since: Date.UTC(2027, 2, 14, 5), until: Date.UTC(2027, 2, 15, 4) },
      },
      problems: {},
    })
    const again = new URLSearchParams(filterQuery(typed(given)))
    expect(read(Object.fromEntries(again))).toEqual(read(given))
    expect(filterQuery(typed({}))).toBe('')
  })

  it.each([
    ['person', 'nobody', 'There is no user “nobody”.'],
    ['kind', 'category', /“category” is none of event, venue,/],
    ['source', 'Desk', /is none of cal, calx,/],
    ['import', 'a b', '“a b” is no id of an import.'],
    ['member', 'titel', '“titel” is no member of anything, such as title.'],
    ['from', '2027-02-30', '“2027-02-30” is no date such as 2027-05-08 or 2027-05-08T10:00.'],
    ['text', 'x'.repeat(201), 'A text that is searched has 200 characters at most.'],
  ])('%s: %s is refused', (name, value, problem) => {
    const { narrowed, problems } = read({ [name]: value, to: '2027-05-08' })
    expect(Object.keys(problems)).toEqual([name])
    expect(problems[name]).toMatch(problem)
    expect(Object.keys(narrowed)).toEqual(['until'])
  })

  it('knows every member that a fact of a history can change', () => {
    const told = /^(?:event|venue|organizer|term|image|user|import|undo|schedule|site)\.json$/
    const files = readdirSync(golden).filter(file => told.test(file))
    expect(files).toHaveLength(10)
    const facts = files.flatMap(
      file => JSON.parse(readFileSync(join(golden, file), 'utf8')) as { data: { changes?: object } }[],
    )
    const members = new Set(facts.flatMap(({ data }) => Object.keys(data.changes ?? {})))
    expect(members.size).toBeGreaterThan(60)
    expect([...members].filter(member => !changedMembers.includes(member))).toEqual([])
  })
})

describe('00 §6.6 lines of the history', () => {
  const entry: FullEntry = {
    kind: 'event',
    id: '41',
    position: logPosition(9),
    at: isoTime('2027-05-01T20:00:00.000Z'),
    actor: { id: userId(7), login: '=ana' },
    source: 'desk',
    route: null,
    correlation: '-1+1',
    fact: 'EventRetitled',
    changes: { title: ['', '=HYPERLINK("x")'] },
  }

  it('cells are no formulas', async () => {
    const full = async () => ({ entries: [entry], older: null, until: null })
    const { text, next } = await historyLines({ full }, {}, 'csv', null)
    const changes = textCell(JSON.stringify(entry.changes))
    expect(text).toBe(
      'position,at,actor,login,kind,id,fact,source,route,correlation,members,changes\r\n' +
        `9,2027-05-01T20:00:00.000Z,7,'=ana,event,41,EventRetitled,desk,,'-1+1,title,${changes}\r\n`,
    )
    expect(next).toBeNull()
    expect((await historyLines({ full }, {}, 'jsonl', logPosition(10))).text).toBe(
      `${JSON.stringify(entry)}\n`,
    )
  })
})
