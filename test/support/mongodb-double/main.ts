import { parseArgs } from 'node:util'
import { endWithStarter } from '../with-starter.ts'
import { startServer } from './server.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })
if (!/^\d+$/.test(values.port)) throw new Error(`--port must be a whole number, not ${values.port}`)

const { port, stop } = await startServer(Number(values.port))
console.log(`listening on ${port}`)
endWithStarter(stop)
