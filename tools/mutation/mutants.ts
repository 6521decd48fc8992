// Mutants of a source file: one small change each, found in its syntax tree.
import { createHash } from 'node:crypto'
import ts from 'typescript'

export type Mutant = {
  /** Stable while the changed code stays as it is, also when lines move. */
  id: string
  file: string
  line: number
  operator: string
  /** The changed code before and after, on one line. */
  change: string
  start: number
  end: number
  text: string
}

type Change = { operator: string; node: ts.Node; text: string }

const swaps = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
])

/** Conditions and steps of loops are left alone: most of their mutants never end. */
function isLoopHead(node: ts.Node): boolean {
  const { parent } = node
  if (parent === undefined || ts.isBlock(parent) || ts.isSourceFile(parent)) return false
  if (ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return parent.expression === node
  if (ts.isForStatement(parent)) return parent.statement !== node
  return isLoopHead(parent)
}

const isCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) || ((ts.isAwaitExpression(node) || ts.isVoidExpression(node)) && isCall(node.expression))

/** True for a `return` that ends its function early: it stands in the branch of an `if`. */
function isEarly({ parent }: ts.ReturnStatement): boolean {
  return ts.isIfStatement(parent) || (ts.isBlock(parent) && ts.isIfStatement(parent.parent))
}

const isWipe = (code: string) => /^\w+\.fill\(0\);?$/.test(code)

function changesOf(node: ts.Node, source: ts.SourceFile): Change[] {
  const text = (part: ts.Node) => part.getText(source)
  // Wiping a buffer has no effect that a test can see.
  if (isWipe(text(node)) || (node.parent !== undefined && isWipe(text(node.parent)))) return []
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition
    return [{ operator: 'negate', node: condition, text: `!(${text(condition)})` }]
  }
  if (ts.isBinaryExpression(node)) {
    const swapped = swaps.get(node.operatorToken.kind)
    if (swapped === undefined || isLoopHead(node)) return []
    // Mixing ?? with && and || needs parentheses.
    const whole = `(${text(node.left)}) ${swapped} (${text(node.right)})`
    return [{ operator: 'swap', node, text: `(${whole})` }]
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ operator: 'boolean', node, text: 'false' }]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ operator: 'boolean', node, text: 'true' }]
  if (ts.isNumericLiteral(node) && !isLoopHead(node)) {
    return [{ operator: 'number', node, text: `(${text(node)} + 1)` }]
  }
  if (ts.isThrowStatement(node)) return [{ operator: 'drop throw', node, text: ';' }]
  if (ts.isReturnStatement(node) && isEarly(node)) return [{ operator: 'drop return', node, text: ';' }]
  if (ts.isExpressionStatement(node) && isCall(node.expression)) {
    const isSuper = text(node).startsWith('super(')
    return isSuper ? [] : [{ operator: 'drop call', node, text: ';' }]
  }
  return []
}

const shortened = (code: string) => {
  const line = code.replace(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 87)}...` : line
}

/** Every mutant of `code`, in its order. Types and imports have none. */
export function mutantsOf(file: string, code: string): Mutant[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const seen = new Map<string, number>()
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    for (const { operator, node: changed, text } of changesOf(node, source)) {
      const [start, end] = [changed.getStart(source), changed.getEnd()]
      const change = `${shortened(code.slice(start, end))} → ${shortened(text)}`
      const key = `${file} ${operator} ${code.slice(start, end)}`
      const count = (seen.get(key) ?? 0) + 1
      seen.set(key, count)
      const id = createHash('sha256').update(`${key} ${count}`).digest('hex').slice(0, 10)
      const line = source.getLineAndCharacterOfPosition(start).line + 1
      found.push({ id, file, line, operator, change, start, end, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** `code` with the mutant's change. */
export const applied = (code: string, { start, end, text }: Mutant): string =>
  code.slice(0, start) + text + code.slice(end)

/** `count` of the mutants: always the same ones for a seed, wherever in the list they are. */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const rank = ({ id }: Mutant) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return mutants.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count)
}
