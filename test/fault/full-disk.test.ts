import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cli } from '../support/cli.ts'
import { embeddedService } from '../support/embedded-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..')

/** An operator command as its own process that can write no file of more than 10 KiB: to it every disk is soon full. */
const onFullDisk = (dataDir: string, args: readonly string[]) => {
  const script = `trap '' XFSZ; ulimit -f 20; exec "$0" services/cli/main.ts "$@"`
  const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ADMIN_PASSWORD: 'not used here' },
    encoding: 'utf8',
  })
  return { status, stderr }
}

/** A data folder, and a backup of it. */
const school = async () => {
  const service = await embeddedService()
  const description = 'Long '.repeat(5_000)
  const body = {
    title: 'Fair',
    start_date: '2027-05-08 10:00:00',
    end_date: '2027-05-08 11:00:00',
    description,
  }
  await service.ask('POST /cal/events/v1/events', { body })
  await service.stop()
  const backup = join(temporaryFolder(), 'school.backup')
  await cli(service.dataDir, ['backup', backup])
  return { dataDir: service.dataDir, backup }
}

describe('00 §6.1 and §6.5 on a full disk: what was not made leaves nothing', () => {
  it.each(['restore', 'restore --salvage'])('%s', async command => {
    const { backup } = await school()
    const folder = temporaryFolder()
    const dataDir = join(folder, 'new', 'data')
    const { status, stderr } = onFullDisk(dataDir, [...command.split(' '), backup])
    expect(stderr).toContain(`${backup} was not restored: nothing was put into ${dataDir}: `)
    expect(status).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })

  it('a folder that was there stays, as empty as it was', async () => {
    const { backup } = await school()
    const dataDir = temporaryFolder()
    expect(onFullDisk(dataDir, ['restore', backup]).status).toBe(1)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it.each([
    ['backup', 'no backup was made: '],
    ['export', 'no export was made: '],
  ])('%s', async (command, said) => {
    const whole = await school()
    const folder = temporaryFolder()
    const { status, stderr } = onFullDisk(whole.dataDir, [command, join(folder, 'made')])
    expect(stderr).toContain(said)
    expect(status).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })
})
