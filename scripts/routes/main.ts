// Prints every route of the service with who may use it and its arguments, as the service itself declares them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { wireService } from '../../services/wiring/compose.ts'
import { loadConfig } from '../../shared/config.ts'
import { textOf } from './print.ts'
import { routeRows, type RouteRow } from './rows.ts'

const USAGE = `usage: npm run routes -- [--json] [PREFIX]
PREFIX: the beginning of a path, e.g. /cal/events/v1/events; only such routes are printed`

const fail = (message: string): never => {
  console.error(message)
  process.exit(2)
}

const given = (): { readonly json: boolean; readonly prefix: string } => {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [prefix = '/', ...more] = positionals
    if (more.length > 0) return fail(`only one PREFIX can be given\n${USAGE}`)
    if (!prefix.startsWith('/')) return fail(`PREFIX: ${prefix} does not begin with a slash\n${USAGE}`)
    return { json: values.json, prefix }
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

/** Of a service that is put together in a folder of its own, and not started. */
const declaredRows = async (): Promise<readonly RouteRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'belltower-routes-'))
  try {
    const log = pino({ level: 'silent' })
    const service = await wireService(loadConfig({ DATA_DIR: folder }), { nowMs: Date.now, log })
    const rows = routeRows(service.operatorApp)
    await service.stop()
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { json, prefix } = given()
const rows = (await declaredRows()).filter(({ path }) => path.startsWith(prefix))
if (rows.length === 0) fail(`PREFIX: no route begins with ${prefix}`)
console.log(json ? JSON.stringify(rows, null, 2) : textOf(rows))
