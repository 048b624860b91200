import { keptPage, undoOf, undoOptions, undoRecord, type UndoRoutesDeps } from '../admin/undo.ts'
import { required } from '../platform/arguments/arguments.ts'
import { text } from '../platform/arguments/kinds.ts'
import { contextOf } from '../platform/call.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

const of = required(text(), { description: 'Id of an import, or of an undo.' })

/** `undo-import` and what it shows (spec 05 §12). */
export const undoCommands = (deps: UndoRoutesDeps): readonly Route[] => [
  command(
    'undo-import',
    { import_id: of, ...undoOptions },
    async ({ import_id: id, ...input }, call) =>
      (await undoOf(deps, { ...input, of: id }, contextOf(call))) ??
      unknown('import_id', 'there is no such import, and no such undo'),
  ),
  command(
    'show-undo',
    { undo_id: of, ...keptPage },
    async ({ undo_id: id, ...input }) =>
      (await undoRecord(deps, id, input)) ?? unknown('undo_id', 'there is no such undo'),
  ),
]
