import type { UtcTime } from '../../shared/kernel/brands.ts'
import { cwd } from 'node:process'
import type { HttpFetcher } from '../../shared/http-fetcher.ts'
import type { Surroundings } from '../wiring/surroundings.ts'
import type { Transport } from './transport.ts'

/** What a command needs from the terminal it runs in. */
export type Terminal = {
  readonly out: (text: string) => void
  /** Whether somebody looks at what goes out; absent: it goes into a file or to another program. */
  readonly outIsTTY?: boolean
  /** Progress and remarks; never mixed with results. */
  readonly err: { readonly isTTY?: boolean; write: (text: string) => unknown }
  readonly nowUtc: () => UtcTime
  readonly clockMs: () => number
  readonly pause: (ms: number) => Promise<void>
  /** For feeds at an address. */
  readonly fetcher: HttpFetcher
  readonly readFile: (path: string) => Promise<Uint8Array>
  /** Of a service that is opened for the command; default: as every service has them. */
  readonly parts?: Pick<Surroundings, 'passwordCost' | 'startLogWriter' | 'startCleaning'>
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The folder that paths on the command line start from: npm runs us in that of the project and says where it was called. */
export const calledIn = (environment: Environment): string => environment['INIT_CWD'] ?? cwd()

export type Options = Readonly<Record<string, string | undefined>>

export type Invocation = {
  readonly transport: Transport
  readonly terminal: Terminal
  readonly args: readonly string[]
  readonly options: Options
  /** Settings, for what is done without the service. */
  readonly environment: Environment
  /** Print results for machines. */
  readonly json: boolean
}

export type Command = {
  readonly usage: string
  readonly help: string
  /** Number of positional arguments. */
  readonly arity: number
  /** When fewer will do. */
  readonly least?: number
  /** Names of options besides `--json`, `--help`. */
  readonly options: readonly string[]
  /** Exit code. */
  readonly run: (invocation: Invocation) => Promise<number>
}
