import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'

const CALLS = new Set(['describe', 'it', 'test'])

/** `describe` of `describe.each(…)`, `it` of `it.each`, … */
const rootOf = (expression: ts.Expression): string => {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return rootOf(expression.expression)
  return ts.isTaggedTemplateExpression(expression) ? rootOf(expression.tag) : ''
}

const textOf = (node: ts.Expression | undefined): string | null => {
  if (node === undefined) return null
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : null
}

/** Titles of the tests of one file, behind those of the groups they stand in; with the rows of its tables. */
export const titlesIn = (name: string, source: string): readonly string[] => {
  const titles: string[] = []
  const walk = (node: ts.Node, outer: string): void => {
    let inner = outer
    if (ts.isCallExpression(node) && CALLS.has(rootOf(node.expression))) {
      const title = textOf(node.arguments[0])
      if (title !== null) {
        inner = `${outer} ${title}`.trim()
        const table = ts.isCallExpression(node.expression) ? ` ${node.expression.getText()}` : ''
        titles.push(inner + table)
      }
    }
    ts.forEachChild(node, child => walk(child, inner))
  }
  walk(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true), '')
  return titles
}

/** Titles of all tests below a folder. */
export const titlesBelow = async (folder: string): Promise<readonly string[]> => {
  const files = (await readdir(folder, { recursive: true })).filter(name =>
    /\.(test|contract)\.ts$/.test(name),
  )
  const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')))
  return texts.flatMap((text, index) => titlesIn(files[index] ?? '', text))
}
