import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = new URL('../../', import.meta.url).href
const OURS = /^(?:services|projections|workers|shared)\/.+\.ts$/
/** Called by every function of ours as it begins, with its number. */
const TOLD = 'belltowerFunctionBegins'

/** On whose behalf something runs. */
type Behalf = 'request' | 'read models' | 'reactions'

const behalf = new AsyncLocalStorage<Behalf>()

/** A function of ours, by file and name ("" for one without). */
type Known = { readonly file: string; readonly name: string }

const known: Known[] = []
/** By behalf (null: nobody's, as for messages from threads): how often each function began. */
let began = new Map<Behalf | null, Map<number, number>>()

const note = (id: number): void => {
  const whose = behalf.getStore() ?? null
  const counts = began.get(whose) ?? new Map<number, number>()
  began.set(whose, counts.set(id, (counts.get(id) ?? 0) + 1))
}

const nameOf = (node: ts.SignatureDeclaration): string => {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
  return named === undefined ? '' : named.getText()
}

/** The same source, of which every function tells that it begins. */
const telling = (file: string, source: string): string => {
  const inserted: { readonly at: number; readonly text: string }[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isFunctionLike(node) &&
      'body' in node &&
      node.body !== undefined &&
      !ts.isConstructorDeclaration(node)
    ) {
      const call = `${TOLD}(${known.push({ file, name: nameOf(node) }) - 1})`
      const { body } = node as { readonly body: ts.Node }
      if (ts.isBlock(body)) inserted.push({ at: body.getStart() + 1, text: `${call};` })
      else inserted.push({ at: body.getStart(), text: `(${call},` }, { at: body.end, text: ')' })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  let told = source
  for (const { at, text } of inserted.toSorted((one, other) => other.at - one.at))
    told = told.slice(0, at) + text + told.slice(at)
  return told
}

/** From now on, modules of ours are loaded so that they tell what runs. */
export const instrument = (): void => {
  Object.assign(globalThis, { [TOLD]: note })
  registerHooks({
    load: (url, context, next) => {
      const file = url.startsWith(ROOT) ? url.slice(ROOT.length) : ''
      if (!OURS.test(file)) return next(url, context)
      const source = telling(file, readFileSync(fileURLToPath(url), 'utf8'))
      return { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}

/** Everything that this does and sets off is on somebody's behalf. */
export const onBehalf = <Result>(of: Behalf, work: () => Result): Result => behalf.run(of, work)

/** Whoever calls this goes on in somebody's behalf. */
export const goOnAs = (of: Behalf): void => behalf.enterWith(of)

type Ran = {
  /** Files in which a function began on this behalf, as paths from the root of the repository. */
  readonly files: (of: Behalf | null) => readonly string[]
  /** How often a named function began on a behalf (absent: on anybody's). */
  readonly calls: (file: string, name: string, of?: Behalf) => number
}

/** What has run since this was asked last. */
export const ran = (): Ran => {
  const taken = began
  began = new Map()
  return {
    files: of => [...new Set([...(taken.get(of)?.keys() ?? [])].map(id => known[id]?.file ?? ''))].toSorted(),
    calls: (file, name, of) =>
      (of === undefined ? [...taken.values()] : [taken.get(of) ?? new Map<number, number>()])
        .flatMap(counts => [...counts])
        .filter(([id]) => known[id]?.file === file && known[id].name === name)
        .reduce((sum, [, count]) => sum + count, 0),
  }
}
