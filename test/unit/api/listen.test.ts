import { statSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { listenService } from '../../../services/wiring/listen.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

it("00 §6: the operator's socket has its rights from the moment it is there, whatever the umask", async () => {
  const DATA_DIR = temporaryFolder()
  const path = join(DATA_DIR, 'operator.sock')
  const [app, operatorApp] = [Fastify(), Fastify()]
  const rights: number[] = []
  const look = () => rights.push(statSync(path).mode & 0o777)
  operatorApp.server.once('listening', look)
  const before = process.umask(0)
  try {
    await listenService(
      { app, operatorApp: () => operatorApp },
      { HOST: '127.0.0.1', PORT: 0, DATA_DIR, ROLE: 'all' },
    )
    look()
    expect(rights).toEqual([0o700, 0o600])
    expect(process.umask(0)).toBe(0)
  } finally {
    process.umask(before)
    await Promise.all([app.close(), operatorApp.close()])
  }
})
