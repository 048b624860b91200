// Prints every route of the service with who may use it and its arguments, as the service itself declares them.
import { systemClock } from '../../shared/kernel/brands.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { loadConfig } from '../../shared/config.ts'
import { misused, optionsOf } from '../options.ts'
import { textOf } from './print.ts'
import { routeRows, type RouteRow } from './rows.ts'

const USAGE = `usage: npm run routes -- [--json] [PREFIX]
PREFIX: the beginning of a path, e.g. /cal/events/v1/events; only such routes are printed`

const given = (): { readonly json: boolean; readonly prefix: string } => {
  const { values, positionals } = optionsOf(USAGE, {
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [prefix = '/', ...more] = positionals
  if (more.length > 0) return misused('only one PREFIX can be given', USAGE)
  if (!prefix.startsWith('/')) return misused(`PREFIX: ${prefix} does not begin with a slash`, USAGE)
  return { json: values.json, prefix }
}

/** Of a service that is put together in a folder of its own, and not started. The usage is printed without it. */
const declaredRows = async (): Promise<readonly RouteRow[]> => {
  const { wireService } = await import('../../services/wiring/compose.ts')
  const folder = mkdtempSync(join(tmpdir(), 'belltower-routes-'))
  try {
    const log = pino({ level: 'silent' })
    const service = await wireService(loadConfig({ DATA_DIR: folder }), {
      nowMs: systemClock,
      log,
    })
    const rows = await routeRows(service.operatorApp())
    await service.stop()
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { json, prefix } = given()
const rows = (await declaredRows()).filter(({ path }) => path.startsWith(prefix))
if (rows.length === 0) misused(`PREFIX: no route begins with ${prefix}`, USAGE)
console.log(json ? JSON.stringify(rows, null, 2) : textOf(rows))
