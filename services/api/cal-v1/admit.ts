import { admitting } from '../items/access.ts'
import { refused } from '../platform/answers/errors.ts'

/** The first generation tells who may not read an item that it is there (spec 02 §4). */
export const admit = admitting(noun => refused(`${noun}-not-accessible`))
