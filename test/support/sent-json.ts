import type { SentBody } from '../../services/api/platform/request/intake.ts'

/** A JSON body as the platform gets it. */
export const sentJson = (body: object): SentBody => ({
  type: 'application/json',
  receive: async () => ({ is: 'whole', bytes: Buffer.from(JSON.stringify(body)) }),
})
