import { describe, expect, it } from 'vitest'
import { fairItem } from '../../support/import-world.ts'
import { batchOf, importClient } from '../../support/import-client.ts'
import { authorization, startService } from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { calendar, cli, fileWith, started } from '../../support/cli.ts'
import { freePort } from '../../support/free-port.ts'

type Result = Readonly<Record<string, unknown>>

const json = async (dataDir: string, ...args: readonly string[]) => {
  const { code, stdout, output } = await cli(dataDir, [...args, '--json'])
  expect(code, output).toBe(0)
  return JSON.parse(stdout) as Result
}

describe('05 §12 undo-import as a command', () => {
  it('shows what would be done, does it, and takes that back; files of venues, too', async () => {
    const dataDir = temporaryFolder()
    await started(dataDir, await freePort())
    const made = await json(
      dataDir,
      'import-file',
      fileWith(calendar('Fair', 'Concert')),
      '--source',
      'school',
    )
    const id = String(made['import_id'])
    const dry = await cli(dataDir, ['undo-import', id, '--dry-run'])
    expect(dry.code).toBe(0)
    expect(dry.stdout).toContain('nothing is recorded; this would be done:')
    expect(dry.stdout).toMatch(/event \d+ +Fair +trashed/)
    expect(await json(dataDir, 'undo-import', id, '--dry-run')).toMatchObject({ counts: { trashed: 2 } })

    expect(await json(dataDir, 'undo-import', id)).toMatchObject({
      ...{ undo_id: `${id}.1`, of: id, status: 'done', total: 2, done: 2, kept: [], feed: null },
      counts: { trashed: 2, restored: 0, changed: 0, kept: 0, purged: 0, unchanged: 0 },
    })
    const back = await cli(dataDir, ['undo-import', `${id}.1`])
    expect(back.stdout).toContain(`${id}.1 is undone by ${id}.1.1; undo-import ${id}.1.1 takes that back`)
    expect(back.stdout).toMatch(/restored +2/)
    expect(await json(dataDir, 'show-undo', `${id}.1.1`)).toMatchObject({ status: 'done' })

    const venues = fileWith('Venue Name,Venue City\nGym,Troy\nHall,Troy\n', 'venues.csv')
    const second = await json(dataDir, 'import-file', venues)
    expect(await json(dataDir, 'undo-import', String(second['import_id']))).toMatchObject({
      counts: { trashed: 2 },
    })
    for (const one of ['nothing', 'nothing.1', '../1']) {
      const { code, output } = await cli(dataDir, ['undo-import', one])
      expect(code).toBe(1)
      expect(output).toContain('there is no such import, and no such undo')
    }
    expect((await cli(dataDir, ['show-undo', 'nothing.1'])).output).toContain('there is no such undo')
    const { entries } = (await json(dataDir, 'history', 'undo', id)) as { entries: readonly Result[] }
    expect(entries.map(({ fact }) => fact)).toContain('UndoBegun')
  })
})

describe('05 §12 undo over /admin', () => {
  it('when: not while the import runs; then it goes on by itself, and reads show it when it is done', async () => {
    const service = await startService(temporaryFolder(), await freePort())
    const { send, callback, admin, register, until, events } = importClient(() => service)
    const { import_id: id, batch_hash: hash } = await register({ source: 'feed' })
    const path = `/admin/imports/${id}/undo`
    expect(await admin('POST', path)).toMatchObject({ status: 409, body: { code: 'import_running' } })
    const before = await events()
    await callback(
      id,
      'batch',
      batchOf(hash, [fairItem(), fairItem({ uid: 'b', title: 'Other' })], { total: 2 }),
    )
    await until(id, ({ status }) => status === 'success')

    expect((await send('POST', path)).status).toBe(401)
    expect(await admin('POST', '/admin/imports/nothing/undo')).toMatchObject({ status: 404 })
    expect(await admin('GET', `/admin/imports/${id}.1/undo`)).toMatchObject({ status: 404 })
    const odd = await send('POST', path, { dry_run: 'perhaps' }, { authorization })
    expect(odd).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } })
    const plan = await send('POST', path, { dry_run: true, limit: 1 }, { authorization })
    expect(plan).toMatchObject({ status: 200, body: { total: 2, counts: { trashed: 1 }, next: 2 } })
    expect(await events()).not.toBe(before)

    const begun = await admin('POST', path)
    expect(begun).toMatchObject({ status: 202, body: { undo_id: `${id}.1`, import_id: id, total: 2 } })
    const shown = async () => (await admin('GET', `/admin/imports/${id}.1/undo`)).body
    await expect.poll(async () => (await shown())['status']).toBe('done')
    expect(await shown()).toMatchObject({ counts: { trashed: 2 }, kept: [], next: null })
    expect(await events()).toBe(before)
    await service.stop()
  })
})
