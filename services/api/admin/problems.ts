import type { Problems } from '../platform/arguments/arguments.ts'

/** Arguments and why the service refuses them, for an answer. */
export const problemsOf = (errors: Readonly<Record<string, string>>): Problems =>
  Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [
      name,
      { code: 'rest_invalid_value', message, data: null } as const,
    ]),
  )
