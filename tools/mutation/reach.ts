// Which tests reach which parts of a file: a mutant is run only against those.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import type { Mutant } from './mutants.ts'

/** Blocks, and the bodies of arrow functions without one. */
function partsOf(code: string): ts.Node[] {
  const source = ts.createSourceFile('part.ts', code, ts.ScriptTarget.Latest, true)
  const parts: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || (ts.isArrowFunction(node.parent) && node.parent.body === node)) parts.push(node)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  return parts
}

/** `code` with a mark in each part, which appends the part and the running test file to `log` once. */
export function traced(file: string, code: string, log: string): string {
  const marks = partsOf(code).flatMap((node) => {
    const mark = `__reach(${JSON.stringify(`${file}:${node.getStart()}`)})`
    if (ts.isBlock(node)) return [{ at: node.getStart() + 1, text: `${mark};` }]
    return [
      { at: node.getStart(), text: `(${mark}, ` },
      { at: node.getEnd(), text: ')' },
    ]
  })
  let marked = code
  for (const { at, text } of marks.toSorted((a, b) => b.at - a.at))
    marked = marked.slice(0, at) + text + marked.slice(at)
  return `${marked}
function __reach(part) {
  const line = part + '\\t' + (globalThis.__vitest_worker__?.filepath ?? '') + '\\n'
  const lines = (globalThis.__reached ??= new Set())
  if (lines.has(line)) return
  lines.add(line)
  process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(log)}, line)
}
`
}

/** Reads `log`: the tests of `tests` that reach a mutant; all of them outside of functions and from other threads. */
export function readReach(log: string, tests: readonly string[]): (mutant: Mutant, code: string) => readonly string[] {
  const reached = new Map<string, Set<string>>()
  for (const line of readFileSync(log, 'utf8').split('\n').slice(0, -1)) {
    const [part = '', path = ''] = line.split('\t')
    const found = path === '' ? tests : tests.filter((test) => path.endsWith(`/${test}`))
    reached.set(part, new Set([...(reached.get(part) ?? []), ...found]))
  }
  return ({ file, start, end }, code) => {
    const around = partsOf(code).findLast((node) => node.getStart() <= start && end <= node.getEnd())
    if (around === undefined) return tests
    return tests.filter((test) => reached.get(`${file}:${around.getStart()}`)?.has(test))
  }
}
