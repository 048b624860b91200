import { parentPort } from 'node:worker_threads'
import { serveWriter } from '../../shared/event-store/sqlite/writer.ts'
import type { Served } from './shared-writer.ts'

// A thread that writes all logs of a process of tests.

parentPort?.on('message', ({ port, options }: Served) => serveWriter(port, options))
