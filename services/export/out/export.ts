import { mkdir, rename, rm } from 'node:fs/promises'
import { noPosition, type IsoTime } from '../../../shared/kernel/brands.ts'
import type { Position, StoredRecord } from '../../../shared/event-store/port.ts'
import type { LogScan, StreamTally, Tallied } from '../../../shared/event-store/scan.ts'
import { IMAGES, MANIFEST, manifestText, type Manifest } from '../format/manifest.ts'
import { jsonSchemas, type HistoryLine } from '../format/lines.ts'
import { termLine, type Telling } from './lines-of.ts'
import {
  goneAt,
  highestId,
  identityLine,
  imageWithFiles,
  onboardingLine,
  optionLines,
  scheduleLine,
  userLine,
} from './other-lines.ts'
import { partialOf } from '../../backup/new-file.ts'
import type { Reads } from '../../verify/found.ts'
import type { SiteTold } from './site-told.ts'
import { writeItems } from './write-items.ts'
import { writeAll, writeLines, type Counts, type WritingLines } from './write-lines.ts'
import { asOf, streamsOf, talliedOf } from './streams.ts'
import { surveyLog } from './survey.ts'
import { writtenFiles } from './written-files.ts'

export type Exporting = {
  readonly scan: LogScan
  readonly tally: StreamTally
  readonly datesOf: Telling['datesOf']
  readonly site: SiteTold
  /** What the history tells of these. */
  readonly historyOf: (records: readonly StoredRecord[]) => readonly HistoryLine[]
  readonly secrets: boolean
  /** ISO 8601 UTC. */
  readonly madeAt: IsoTime
  readonly tell: (done: string) => void
  readonly signal: AbortSignal
}

/** What an export holds, and how many items have passwords that it does not tell. */
export type Exported = {
  readonly position: Manifest['position']
  readonly counts: Readonly<Counts>
  readonly files: number
  readonly bytes: number
  readonly untold: number
}

/** Image after image: one is in memory at a time. */
const writeImages = async ({ files, tally, telling: { now } }: WritingLines): Promise<number> => {
  const file = await files.begin('images.jsonl')
  let count = 0
  try {
    for (const streams of streamsOf(tally, 'image-'))
      for (const stream of streams) {
        const image = await imageWithFiles(now, stream)
        if (image === null) continue
        for (const { file: name, bytes } of image.files) await files.put(`${IMAGES}/${name}`, bytes)
        await file.line(image.line)
        count++
      }
  } finally {
    await file.end()
  }
  return count
}

const writeTerms = async (writing: WritingLines): Promise<Counts> => {
  const { telling } = writing
  const of = (type: 'categories' | 'tags', taxonomy: string) =>
    writeLines(writing, type, 'term-', async stream => {
      const line = await termLine(telling, stream)
      return line?.values.taxonomy === taxonomy ? line : null
    })
  return { categories: await of('categories', 'cal_events_cat'), tags: await of('tags', 'post_tag') }
}

const writeRest = async (writing: WritingLines): Promise<Counts> => {
  const { then, now } = writing.telling
  const begun = await onboardingLine(then)
  return {
    users: await writeLines(writing, 'users', 'user-', stream => userLine(then, now, stream)),
    options: await writeAll(writing, 'options', await optionLines(then)),
    onboarding: await writeAll(writing, 'onboarding', begun === null ? [] : [begun]),
    schedules: await writeLines(writing, 'schedules', 'schedule-', stream => scheduleLine(then, stream)),
    identities: await writeLines(writing, 'identities', 'identity-', stream =>
      identityLine(then, now, stream),
    ),
  }
}

const writeFiles = async (exporting: Exporting, folder: string): Promise<Exported> => {
  const { scan, site, tell } = exporting
  exporting.tally.clear()
  const files = writtenFiles(folder)
  const history = await files.begin('history.jsonl')
  const each = async (records: readonly StoredRecord[]) => {
    site.apply(records)
    for (const line of exporting.historyOf(records)) await history.line(line)
  }
  const { position, linked } = await surveyLog({ ...exporting, each }).finally(history.end)
  const { datesOf, secrets, madeAt } = exporting
  const telling = { then: asOf(scan, position ?? noPosition), now: scan, linked, secrets, datesOf }
  const writing = { tally: exporting.tally, files, telling }
  const [terms, { untold, ...items }] = [await writeTerms(writing), await writeItems(writing, site)]
  tell('items are written')
  const counts = { ...terms, ...items, images: await writeImages(writing), ...(await writeRest(writing)) }
  for (const [name, schema] of jsonSchemas())
    await files.put(`schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`)
  const ids = {
    post: await highestId(scan, 'post'),
    term: await highestId(scan, 'term'),
    user: await highestId(scan, 'user'),
  }
  await checkNothingPurged(writing, position ?? noPosition)
  const listed = files.listed()
  const manifest = { madeAt, position, secrets, site: site.current(), ids, files: [...listed] }
  await files.put(MANIFEST, manifestText(manifest))
  const bytes = listed.reduce((sum, file) => sum + file.bytes, 0)
  return { position, counts, files: listed.length, bytes, untold }
}

/** Something was purged, erased or forgotten behind the moment of the export: what is written may still have it. */
class PurgedMeanwhile extends Error {
  override readonly name = 'PurgedMeanwhile'
}

/** What was said behind the moment to go, or what has lost something since it was met, whoever said so and when. */
const isGoing = async (now: Reads, { stream, first }: Tallied, moment: Position): Promise<boolean> => {
  const gone = await goneAt(now, stream)
  if (gone !== null && gone > moment) return true
  const [left] = await now.read(stream, { limit: 1 })
  return left === undefined || left.position > first
}

const checkNothingPurged = async (
  { tally, telling: { now } }: WritingLines,
  moment: Position,
): Promise<void> => {
  for (const prefix of ['event-', 'venue-', 'organizer-', 'user-'])
    for (const streams of talliedOf(tally, prefix)) {
      const gone = await Promise.all(streams.map(one => isGoing(now, one, moment)))
      if (gone.includes(true)) throw new PurgedMeanwhile()
    }
}

/** One for each time that something is purged while it is written. */
const ATTEMPTS = 5

/**
 * Writes everything that answers depend on to a folder that is not there or empty (spec 00 §6.5); whoever looks meanwhile
 * sees none. Nothing that is purged or erased until the end is in it: it is begun anew. Throws Damaged.
 */
export const writeExport = async (exporting: Exporting, folder: string): Promise<Exported> => {
  const partial = partialOf(folder)
  try {
    for (let attempt = 1; ; attempt++) {
      await rm(partial, { recursive: true, force: true })
      await mkdir(partial, { mode: 0o700 })
      try {
        const exported = await writeFiles(exporting, partial)
        await rename(partial, folder)
        return exported
      } catch (error) {
        if (!(error instanceof PurgedMeanwhile) || attempt === ATTEMPTS) throw error
        exporting.tell('something was purged meanwhile: it is begun anew')
      }
    }
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}
