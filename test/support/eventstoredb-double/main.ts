import { fstatSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openControl } from './control-server.ts'
import { DIALECTS, isDialect } from './dialect.ts'
import { startServer } from './server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string' },
    data: { type: 'string' },
    'max-append-bytes': { type: 'string', default: String(1024 * 1024) },
    'recent-id-bytes': { type: 'string', default: String(8 * 1024 * 1024) },
    dialect: { type: 'string', default: '24.10' },
    'no-batch-append': { type: 'boolean', default: false },
  },
})

const whole = (name: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}`)
  return Number(text)
}

const { dialect } = values
if (!isDialect(dialect)) throw new Error(`--dialect must be one of ${DIALECTS.join(', ')}, not ${dialect}`)

const server = await startServer({
  port: whole('port', values.port),
  data: values.data ?? null,
  maxAppendBytes: whole('max-append-bytes', values['max-append-bytes']),
  recentIdBytes: whole('recent-id-bytes', values['recent-id-bytes']),
  dialect,
  batchAppend: !values['no-batch-append'],
})
console.log(`listening on ${server.port}`)
const control = values['control-port']
if (control !== undefined)
  console.log(`control on ${await openControl(server.faults, whole('control-port', control))}`)

const end = () => {
  server.stop()
  process.exit(0)
}
process.on('SIGTERM', end).on('SIGINT', end)

// whoever started us may be killed without a word to us
const input = fstatSync(0)
if (input.isFIFO() || input.isSocket()) process.stdin.on('end', end).on('error', end).resume()
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) end()
}, 500)
