import { itemKinds } from '../../calendar/kinds.ts'
import { loadImage } from '../../images/library.ts'
import { csvRow } from '../../imports/csv/inert.ts'
import type { LineOf } from '../format/lines.ts'
import { calendarsOn } from './calendars.ts'
import type { SiteTold } from './site-told.ts'
import { itemLine } from './lines-of.ts'
import { relatedOn } from './related.ts'
import {
  EVENT_HEADER,
  eventRow,
  isTabled,
  ORGANIZER_HEADER,
  organizerRow,
  VENUE_HEADER,
  venueRow,
  type TableDeps,
} from './tables.ts'
import { writeLines, type Counts, type WritingLines } from './write-lines.ts'
import type { WrittenFiles } from './written-files.ts'

type Row<Line> = (deps: TableDeps, line: Line) => Promise<readonly string[]>
type Told = { readonly values: { readonly status: string; readonly password: string | null } }

/** A table that is written beside the lines. */
const tableOf = async <Line extends Told>(
  files: WrittenFiles,
  deps: TableDeps,
  {
    name,
    header,
    row,
  }: { readonly name: string; readonly header: readonly string[]; readonly row: Row<Line> },
) => {
  const file = await files.begin(`tables/${name}.csv`)
  await file.add(csvRow(header))
  return {
    add: async (line: Line) => {
      if (isTabled(line.values)) await file.add(csvRow(await row(deps, line)))
    },
    end: file.end,
  }
}

const tableDeps = ({ telling }: WritingLines, site: SiteTold): TableDeps => ({
  related: relatedOn(telling),
  host: site.feed().host,
  imageUrl: async id => {
    const image = await loadImage(telling.now, id)
    return image && `${site.current().url}/media/${image.values.file}`
  },
})

/** Of each kind one. */
const openTables = async (files: WrittenFiles, deps: TableDeps) => ({
  venue: await tableOf(files, deps, {
    ...{ name: 'venues', header: VENUE_HEADER },
    row: (_, { values }: LineOf<'venues'>) => venueRow(deps, values),
  }),
  organizer: await tableOf(files, deps, {
    ...{ name: 'organizers', header: ORGANIZER_HEADER },
    row: (_, { values }: LineOf<'organizers'>) => organizerRow(deps, values),
  }),
  event: await tableOf<LineOf<'events'>>(files, deps, {
    name: 'events',
    header: EVENT_HEADER,
    row: eventRow,
  }),
})

/** Items as lines, rows of tables and, of events, entries of calendars; `untold`: passwords that are not in them. */
export const writeItems = async (
  writing: WritingLines,
  site: SiteTold,
): Promise<Counts & { readonly untold: number }> => {
  const { files, telling } = writing
  const deps = tableDeps(writing, site)
  const calendars = calendarsOn({ ...deps, files, site: site.feed(), pageUrl: site.pageUrl })
  let untold = 0
  const count = ({ values }: Told) => {
    if (values.password === null) untold++
  }
  const tables = await openTables(files, deps)
  const { venue, organizer, event } = itemKinds
  const venues = await writeLines(
    writing,
    'venues',
    'venue-',
    stream => itemLine(telling, venue, stream),
    async line => {
      count(line)
      await tables.venue.add(line)
    },
  )
  const organizers = await writeLines(
    writing,
    'organizers',
    'organizer-',
    stream => itemLine(telling, organizer, stream),
    async line => {
      count(line)
      await tables.organizer.add(line)
    },
  )
  const events = await writeLines(
    writing,
    'events',
    'event-',
    stream => itemLine(telling, event, stream),
    async line => {
      count(line)
      await calendars.add(line)
      await tables.event.add(line)
    },
  )
  await calendars.end()
  for (const { end } of Object.values(tables)) await end()
  return { venues, organizers, events, untold }
}
