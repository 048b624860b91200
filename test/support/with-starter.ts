import { fstatSync } from 'node:fs'

/** Ends a program on request, and with whoever started it, who may be killed without a word to us. */
export const endWithStarter = (stop: () => void): void => {
  const end = () => {
    stop()
    process.exit(0)
  }
  process.on('SIGTERM', end).on('SIGINT', end)
  const input = fstatSync(0)
  if (input.isFIFO() || input.isSocket()) process.stdin.on('end', end).on('error', end).resume()
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) end()
  }, 500)
}
