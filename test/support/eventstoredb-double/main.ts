import { parseArgs } from 'node:util'
import { openControl } from './control-server.ts'
import { DIALECTS, isDialect } from './dialect.ts'
import { DoubleOptions } from './double-options.ts'
import { startServer } from './server.ts'
import { endWithStarter } from '../with-starter.ts'

const usual = DoubleOptions.parse({})
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string' },
    data: { type: 'string' },
    'max-append-bytes': { type: 'string', default: String(usual.maxAppendBytes) },
    'recent-id-bytes': { type: 'string', default: String(usual.recentIdBytes) },
    dialect: { type: 'string', default: usual.dialect },
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
  console.log(`control on ${(await openControl(server.faults, whole('control-port', control))).port}`)

endWithStarter(server.stop)
