import { writeFile } from 'node:fs/promises'
import process, { env } from 'node:process'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Of what is told of one error, and of the causes behind it. */
const [MOST_CHARACTERS, MOST_CAUSES] = [3_000, 5]

/** With its causes, of which its own stack says nothing. */
const told = (thrown: unknown, deep = 0): string => {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  const { stack, message, cause }: Partial<SerializedError> = thrown
  const own = (stack ?? message ?? JSON.stringify(thrown)).slice(0, MOST_CHARACTERS)
  return cause === undefined || deep === MOST_CAUSES ? own : `${own}\ncaused by ${told(cause, deep + 1)}`
}

const contractOf = ({ relativeModuleId, children }: TestModule): readonly string[] => {
  const name = /^test\/contract\/(.*)\.test\.ts$/.exec(relativeModuleId)?.[1]
  return name === undefined ? [] : [`contract ${name}: ${[...children.allTests()].length} cases`]
}

const failuresOf = (module: TestModule): readonly string[] => {
  const failed = (name: string, errors: readonly SerializedError[]) =>
    errors.length === 0
      ? []
      : [`FAILED ${module.relativeModuleId}: ${name}`, ...errors.map(error => told(error))]
  const tests = [...module.children.allTests('failed')]
  return [
    ...failed('the file itself', module.errors()),
    ...[...module.children.allSuites()].flatMap(suite => failed(suite.fullName, suite.errors())),
    ...tests.flatMap(test => failed(test.fullName, test.result().errors ?? [])),
  ]
}

/** Writes what became of a run into the file that RESULT names. A run that left a test out has failed. */
export default class ToldResult implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]): Promise<void> {
    const numberOf = (state: 'passed' | 'failed' | 'skipped'): number =>
      modules.reduce((sum, { children }) => sum + [...children.allTests(state)].length, 0)
    const [passed, failed, skipped] = [numberOf('passed'), numberOf('failed'), numberOf('skipped')]
    const lines = [
      ...modules.flatMap(contractOf),
      ...modules.flatMap(failuresOf),
      ...outside.map(error => `FAILED outside of tests\n${told(error)}`),
      `${passed} passed, ${failed} failed, ${skipped} skipped`,
    ]
    await writeFile(env['RESULT'] ?? '', `${lines.join('\n')}\n`)
    if (skipped > 0 || passed === 0) process.exitCode = 1
  }
}
