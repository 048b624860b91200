import { jobs, type JobInput, type JobName } from './catalogue.ts'
import { Hopeless } from './port.ts'

export type ParsedJob<Name extends JobName> = {
  readonly input: JobInput<Name>
  readonly id: string
  readonly group: string
}

/** What the catalogue makes of a payload. Throws Hopeless, naming the job, when the payload is malformed. */
export const parseJob = <Name extends JobName>(name: Name, payload: unknown): ParsedJob<Name> => {
  const job = jobs[name]
  const parsed = job.payload.safeParse(payload)
  if (!parsed.success) throw new Hopeless(`malformed payload of ${name}`, { cause: parsed.error })
  const input = parsed.data as JobInput<Name>
  // the entry is one of the union; TypeScript would have its functions take what fits all of them
  return { input, id: job.id(input as never), group: job.group(input as never) }
}
