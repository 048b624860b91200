import { describe, expect, it } from 'vitest'
import { userId, isoTime } from '../../../../../shared/kernel/brands.ts'
import { beginUndo, planUndo, type UndoDeskDeps } from '../../../../../services/imports/undo/desk.ts'
import { undoOf } from '../../../../../services/api/admin/undo.ts'
import type { ShownSchedule } from '../../../../../projections/import-schedules/queries.ts'
import { fairItem, SOURCE } from '../../../../support/import-world.ts'
import { memoryLog } from '../../../../support/memory-log.ts'
import { undoWorld } from '../../../../support/undo-world.ts'

const schedule: ShownSchedule = {
  ...{
    schedule_id: 's1',
    url: 'https://feed.example/a.ics',
    every_minutes: 360,
    origin: 'url',
    source: SOURCE,
  },
  ...{ post_status: 'publish', author: userId(2), category: null, update_authority: 'overwrite' },
  ...{ set_at: isoTime(''), due_at: isoTime(''), paused: null, last: null, import_id: null },
  ...{ failures: 0, failing: null, last_good_at: null },
}

const desk = (schedules: readonly ShownSchedule[] = []) => {
  const world = undoWorld(memoryLog())
  const deps: UndoDeskDeps = {
    ...world,
    there: async () => true,
    schedules: { listSchedules: async () => schedules, showSchedule: async () => null },
  }
  return { world, deps }
}

describe('05 §12 feed that is fetched again', () => {
  it('is told with the dry run and with the result', async () => {
    const { world, deps } = desk([schedule])
    await world.whole('one', [fairItem()])
    const asked = { of: 'one', edited: false, from: 1, limit: 10 }
    for (const dryRun of [true, false]) {
      const answer = await undoOf(deps, { ...asked, dry_run: dryRun }, world.person())
      const { feed } = JSON.parse(answer?.text ?? '{}') as { feed: { schedule_id: string; message: string } }
      expect(feed.schedule_id).toBe('s1')
      expect(feed.message).toMatch(/what the import created stays in the trash.*Pause or remove schedule s1/)
    }
  })
  it.each([
    ['another source', { ...schedule, source: 'another' }],
    [
      'one that is paused',
      { ...schedule, paused: { at: isoTime('2027-05-01T20:00:00.000Z'), by: userId(2) } },
    ],
  ])('is not told of %s', async (_, other) => {
    const { world, deps } = desk([other])
    await world.whole('one', [fairItem()])
    expect(await beginUndo(deps, { of: 'one', edited: false }, world.person())).toMatchObject({
      undo: { feed: null },
    })
  })
})

describe('05 §12 when', () => {
  it('import closed and no item waits', async () => {
    const { world, deps } = desk()
    const hash = await world.register('one')
    const wanted = { of: 'one', edited: false }
    const all = { from: 1, limit: 10 }
    const running = { ok: false, code: 'import_running' }
    expect(await beginUndo(deps, wanted, world.person())).toEqual(running)
    await world.receive('one', hash, [fairItem()])
    expect(await beginUndo(deps, wanted, world.person())).toEqual(running)
    expect(await planUndo(deps, wanted, all)).toEqual(running)
    await world.process('one')
    expect(await planUndo(deps, { of: 'one.1', edited: false }, all)).toEqual({
      ok: false,
      code: 'undo_unknown',
    })
    expect(await beginUndo(deps, { of: 'two', edited: false }, world.person())).toEqual({
      ...{ ok: false, code: 'import_unknown' },
    })
    expect(await beginUndo(deps, wanted, world.person())).toMatchObject({
      ok: true,
      undo: { status: 'pending' },
    })
    // the same again tells of the one that is under way, another one waits
    expect(await beginUndo(deps, wanted, world.person())).toMatchObject({
      ok: true,
      undo: { undoId: 'one.1' },
    })
    expect(await beginUndo(deps, { of: 'one', edited: true }, world.person())).toEqual({
      ...{ ok: false, code: 'undo_running' },
    })
  })
  it('one without any item is undone at once', async () => {
    const { world, deps } = desk()
    await world.receive('one', await world.register('one'), [])
    expect(await beginUndo(deps, { of: 'one', edited: false }, world.person())).toMatchObject({
      ...{ ok: true, undo: { status: 'done', total: 0 } },
    })
  })
})
