import { required } from '../../platform/arguments/arguments.ts'
import { integer, text } from '../../platform/arguments/kinds.ts'
import { publishing, route, type Route } from '../../platform/route.ts'
import type { DirectoryDeps, DirectoryItem, DirectoryValues } from '../../items/directory-deps.ts'
import type { DirectoryKind, SentItem } from './directory-kind.ts'
import { listDirectory } from './directory-list.ts'
import { createItem, shownItem, updateItem } from './directory-write.ts'
import { finder, finderById, type Finder } from '../../items/access.ts'
import { deleteItem } from '../item-delete.ts'
import { readAnswer, readById, readBySlug, type Reading } from '../item-read.ts'
import type { Unlock } from '../../items/unlock.ts'

const NAMESPACE = 'cal/events/v1'

/** The routes of venues or organizers, in index order (spec 00 §4). */
export const directoryRoutes = <Values extends DirectoryValues, Sent extends SentItem, New extends Sent>(
  kind: DirectoryKind<Values, Sent, New>,
  deps: DirectoryDeps<Values>,
  unlock: Unlock,
): readonly Route[] => {
  const { noun, plural } = kind
  const { reads, writes } = deps
  const path = `/${NAMESPACE}/${plural}`
  const byId = finderById<DirectoryItem<Values>>(reads)
  const bySlug = finder<DirectoryItem<Values>>({
    find: ({ path: { slug = '' } }) => reads.bySlug(slug),
    since: reads.since,
  })
  // a protected one that was not opened is shown, blank (spec 02 §4)
  const reading: Reading<DirectoryItem<Values>> = {
    ...{ noun, unlock },
    answer: async (item, _, open) => readAnswer(await reads.calSingle(item, { open, jsonLd: true }), item),
  }
  const deleted = (item: Finder<DirectoryItem<Values>>) =>
    deleteItem({
      item,
      shown: call => shownItem(kind, deps, item.written(call)),
      trash: writes.items.trash,
      waitUntilVisible: writes.waitUntilVisible,
    })
  const id = { id: required(integer(), { description: `Id of the ${noun}.` }) }
  const slug = { slug: required(text(), { description: `Slug of the ${noun}.` }) }
  return [
    route(NAMESPACE, path, [listDirectory(kind, deps, path), createItem(kind, deps)], { batch: true }),
    route(
      NAMESPACE,
      `${path}/{id}`,
      [
        readById(reading, byId),
        publishing(id, deleted(byId)),
        publishing(id, updateItem(kind, kind.update, deps, byId)),
      ],
      { batch: true },
    ),
    route(
      NAMESPACE,
      `${path}/by-slug/{slug}`,
      [
        readBySlug(reading, bySlug),
        publishing(slug, deleted(bySlug)),
        updateItem(kind, kind.updateBySlug, deps, bySlug),
      ],
      { batch: true },
    ),
  ]
}
