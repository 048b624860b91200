import type { Answer } from '../platform/answers/answer.ts'
import { refused } from '../platform/answers/errors.ts'
import type { Call } from '../platform/call.ts'

/** The id in the address of an import; ids of schedules and subscriptions are written like those. */
export const idOf = ({ path }: Pick<Call, 'path'>): string => path['import_id'] ?? ''

/** What was answered of one thing; null: there is no such thing at its address. */
export const found = (answer: Answer | null): Answer => answer ?? refused('rest_no_route')
