// The yardstick of a start: a bare fastify with one route. Says on its standard output that it serves.
import Fastify from 'fastify'

const app = Fastify()
app.get('/', async () => 'ok')
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write('serves\n')
process.on('SIGTERM', () => void app.close())
