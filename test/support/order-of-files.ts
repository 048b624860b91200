import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long by what they do, not by their size: they begin first, so that nobody waits for one at the end. */
const LONG = [
  'servers/cluster',
  'servers/every-nth-call',
  'servers/deployment',
  'servers/export-brought',
  'browser/appearance',
  'fault/start',
  'fault/every-call',
  'integration/crash-import',
  'integration/imports/dry-run',
  'integration/imports/rules-oracle',
  'integration/imports/series-crash',
  'integration/operations/start',
  'integration/operations/stop',
  'property/shared/follow-restarts',
  'property/api/snapshot-histories',
  'architecture/late-modules',
  'architecture/walk',
  'unit/imports/memory',
  'unit/shared/event-store/sqlite-gaps',
  'unit/workers/fair-imports',
].map(name => `/test/${name}.test.ts`)

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some(end => moduleId.endsWith(end))

/**
 * Files with a process of their own come first, those of all projects in turn, because they wait for much: what does not
 * wait fills both processors meanwhile. Then those that share processes, one project after the other.
 */
export default class OrderOfFiles extends BaseSequencer {
  override async sort(given: TestSpecification[]): Promise<TestSpecification[]> {
    const files = await super.sort(given)
    const ordered = [...files.filter(isLong), ...files.filter(file => !isLong(file))]
    const projects = Map.groupBy(ordered, ({ project }) => project)
    const [alone, shared] = [true, false].map(isolate =>
      [...projects].filter(([{ config }]) => config.isolate === isolate).map(([, own]) => own),
    )
    return [...inTurn(alone ?? []), ...(shared ?? []).flat()]
  }
}

/** All lists as one, each spread evenly over the whole. */
const inTurn = <Item>(lists: readonly (readonly Item[])[]): Item[] =>
  lists
    .flatMap(list => list.map((item, index) => ({ item, place: (index + 0.5) / list.length })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
