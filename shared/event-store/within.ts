import { StoreUnavailable } from './port.ts'

/** Rejects with StoreUnavailable when it takes longer; the work goes on unheard. */
export const within = async <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const give = () => reject(new StoreUnavailable(`no answer within ${Math.round(ms)} ms`))
    timer = setTimeout(give, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
