import type { ClientDuplexStream } from '@grpc/grpc-js'
import type { StreamName } from '../../kernel/brands.ts'
import { appendAnswer, appendMessage, refusalOf, type Answer, type Proposal } from './append-message.ts'
import { commandError } from './call.ts'
import type { OwnCalls } from './own-calls.ts'
import { StoreUnavailable } from '../port.ts'

export type Taken = Pick<Answer, 'revision' | 'position'>

type Call = ClientDuplexStream<Buffer, Answer>
type Waiting = {
  readonly stream: StreamName
  readonly resolve: (taken: Taken) => void
  readonly reject: (error: unknown) => void
}
/** One connection's stream of appends; `over`: why it takes no more. */
type OpenCall = { readonly call: Call; readonly waiting: Map<number, Waiting>; over: Error | null }

const answer = ({ waiting }: OpenCall, { number, refused, revision, position }: Answer): void => {
  const asked = waiting.get(number)
  // nobody waits for it any more
  if (asked === undefined) return
  waiting.delete(number)
  if (refused === undefined) asked.resolve({ revision, position })
  else asked.reject(refusalOf(refused, asked.stream))
}

const end = (open: OpenCall, error: Error): void => {
  open.over ??= error
  for (const { reject } of open.waiting.values()) reject(open.over)
  open.waiting.clear()
}

/**
 * Appends as messages of one call, which costs a quarter of a call for each. Not the driver's own way of doing that:
 * there an answer that comes after its stream of calls was replaced throws where nobody can catch it. `ms`: after so
 * long nobody waits for the answer any more.
 */
export const batchedAppends = ({ batches }: Pick<OwnCalls, 'batches'>) => {
  const calls = new WeakMap<Call, OpenCall>()
  let asked = 0
  const current = batches(appendAnswer, call => {
    const open: OpenCall = { call, waiting: new Map(), over: null }
    calls.set(call, open)
    call.on('data', (response: Answer) => answer(open, response))
    call.on('error', error => end(open, commandError(error)))
    call.on('end', () => {
      end(open, new StoreUnavailable('the server ended the appends'))
      // with our half of it open the client would take it for one that goes on
      call.end()
    })
  })

  return async (to: Proposal, expected: bigint | 'no_stream', ms: number): Promise<Taken> => {
    const open = calls.get(await current())
    if (open === undefined) throw new StoreUnavailable('there is no way to append')
    const number = ++asked
    const timer = setTimeout(() => {
      open.waiting.get(number)?.reject(new StoreUnavailable(`no answer within ${Math.round(ms)} ms`))
    }, ms)
    try {
      return await new Promise<Taken>((resolve, reject) => {
        if (open.over !== null) throw open.over
        open.waiting.set(number, { stream: to.stream, resolve, reject })
        open.call.write(appendMessage(number, to, expected))
      })
    } finally {
      clearTimeout(timer)
      open.waiting.delete(number)
    }
  }
}

export type BatchedAppends = ReturnType<typeof batchedAppends>
