import type { JsonObject } from '../../shared/kernel/json.ts'
import { reasonOf } from '../../shared/kernel/thrown.ts'

/** What the person at the terminal is told; everything else that is thrown is a bug. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  /** What the service said besides, for machines: `status`, `code`, `params`. */
  readonly details: JsonObject
  constructor(message: string, details: JsonObject = {}, options?: ErrorOptions) {
    super(message, options)
    this.details = details
  }
}

/** The command line itself is wrong: nothing was tried. */
export class WrongUsage extends CommandFailed {}

/** `what: reason`, of whatever was thrown; what says already what failed stays as it is. */
export const failedBecause = (what: string, error: unknown): CommandFailed =>
  error instanceof CommandFailed
    ? error
    : new CommandFailed(`${what}: ${reasonOf(error)}`, {}, { cause: error })

export const FAILED = 1
export const USAGE = 2
