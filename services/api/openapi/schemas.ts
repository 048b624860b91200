import type { Schema } from '../platform/arguments/accepted.ts'

type Members = { readonly [name: string]: Schema }

/** A schema of `components.schemas`. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const listOf = (items: Schema): Schema => ({ type: 'array', items })

export const text: Schema = { type: 'string' }
export const whole: Schema = { type: 'integer' }
export const truth: Schema = { type: 'boolean' }
export const address: Schema = { type: 'string', format: 'uri' }

/** An object with these members and no others. */
export const exactly = (always: Members, sometimes: Members = {}): Schema => ({
  type: 'object',
  properties: { ...always, ...sometimes },
  ...(Object.keys(always).length === 0 ? {} : { required: Object.keys(always) }),
  additionalProperties: false,
})
