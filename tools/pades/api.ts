// Generates docs/API.md of packages/pades: every export of the public modules with its docstring and shape.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { root } from '../run.ts'
import { publicModules } from './modules.ts'

const source = join(root, 'packages', 'pades', 'src')

type Module = { path: string; file: ts.SourceFile }
type Entry = { name: string; doc: string; shape: string }

const open = (path: string): Module => ({
  path,
  file: ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
})

/** The docstring above a declaration, as running text; `@throws` and `@returns` begin new lines. */
function docOf({ file }: Module, node: ts.Node): string {
  const comment = ts.getLeadingCommentRanges(file.text, node.pos)?.at(-1)
  const text = comment ? file.text.slice(comment.pos, comment.end) : ''
  if (!text.startsWith('/**')) return ''
  return text
    .slice(3, -2)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/@throws /g, '\nThrows ')
    .replace(/@returns (\w)/g, (_, first: string) => `\nReturns: ${first.toLowerCase()}`)
    .replace(/@param (\S+) (\w)/g, (_, name: string, first: string) => `\n\`${name}\`: ${first.toLowerCase()}`)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const print = ({ file }: Module, node: ts.Node): string => node.getText(file).replace(/\s+/g, ' ')

const parameters = (module: Module, list: ts.NodeArray<ts.ParameterDeclaration>): string =>
  list
    .map(({ name, questionToken, type, initializer }, index) => {
      const label = ts.isIdentifier(name) ? name.text : `options${list.length > 1 ? index + 1 : ''}`
      if (initializer) return `${label}${type ? `: ${print(module, type)}` : ''} = ${print(module, initializer)}`
      return `${label}${questionToken ? '?' : ''}: ${print(module, type!)}`
    })
    .join(', ')

function signature(module: Module, name: string, node: ts.FunctionDeclaration | ts.ArrowFunction): string {
  if (!node.type) throw new Error(`${module.path}: ${name} has no return type`)
  const generics = node.typeParameters?.map((one) => print(module, one)).join(', ')
  const head = `${name}${generics ? `<${generics}>` : ''}(${parameters(module, node.parameters)})`
  return `${head}: ${print(module, node.type)}`
}

/** The signature, without the body. */
function shapeOf(module: Module, node: ts.Statement, declaration?: ts.VariableDeclaration): string {
  if (ts.isFunctionDeclaration(node)) return `function ${signature(module, node.name!.text, node)}`
  if (ts.isTypeAliasDeclaration(node)) return module.file.text.slice(node.getStart(module.file), node.end)
  if (ts.isClassDeclaration(node)) {
    const fields = node.members.filter(ts.isPropertyDeclaration).map((member) => `  ${print(module, member)}`)
    const heritage = (node.heritageClauses ?? []).map((clause) => ` ${print(module, clause)}`).join('')
    return `class ${node.name!.text}${heritage} {\n${fields.join('\n')}\n}`
  }
  const { name, initializer, type } = declaration!
  if (initializer && ts.isArrowFunction(initializer))
    return `function ${signature(module, name.getText(module.file), initializer)}`
  return `const ${name.getText(module.file)}${type ? `: ${print(module, type)}` : ` = ${initializer?.getText(module.file)}`}`
}

const targetOf = (module: Module, specifier: ts.Expression): Module =>
  open(join(dirname(module.path), (specifier as ts.StringLiteral).text))

/** Exports of a module in order, including re-exports. */
function entriesOf(module: Module, wanted: ReadonlySet<string> | null = null): Entry[] {
  const entries: Entry[] = []
  const add = (name: string, node: ts.Statement, declaration?: ts.VariableDeclaration): void => {
    if (wanted && !wanted.has(name)) return
    const doc = docOf(module, node)
    if (doc === '') throw new Error(`${module.path}: ${name} has no docstring`)
    const shape = shapeOf(module, node, declaration).replace(/^export /, '')
    entries.push({ name, doc, shape })
  }
  for (const node of module.file.statements) {
    if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      node.exportClause &&
      ts.isNamedExports(node.exportClause)
    ) {
      const names = new Set(
        node.exportClause.elements.map(({ name }) => name.text).filter((one) => wanted?.has(one) ?? true),
      )
      if (names.size > 0) entries.push(...entriesOf(targetOf(module, node.moduleSpecifier), names))
    } else if (!isExported(node)) continue
    else if (ts.isVariableStatement(node))
      for (const declaration of node.declarationList.declarations)
        add(declaration.name.getText(module.file), node, declaration)
    else if (ts.isFunctionDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node))
      add(node.name!.text, node)
  }
  return entries
}

const block = ({ name, doc, shape }: Entry): string => `#### \`${name}\`\n\n${doc}\n\n\`\`\`ts\n${shape}\n\`\`\`\n`

/** Type names in a shape, without its comments. */
const typesIn = ({ shape }: Entry): string[] => shape.replace(/\/\*[^]*?\*\/|'[^']*'/g, '').match(/\b[A-Z]\w+\b/g) ?? []

/** Types of inner modules used by the public ones, recursively. */
function referredTo(described: ReadonlyMap<string, Entry>): Entry[] {
  const inner = new Map(
    sourceFiles().flatMap((path) => {
      const module = open(path)
      return module.file.statements
        .filter((node) => ts.isTypeAliasDeclaration(node) && isExported(node))
        .map((node) => [(node as ts.TypeAliasDeclaration).name.text, module] as const)
    }),
  )
  const found = new Map<string, Entry>()
  const queue = [...described.values()].flatMap(typesIn)
  for (const name of queue) {
    const module = inner.get(name)
    if (!module || described.has(name) || found.has(name)) continue
    const [entry] = entriesOf(module, new Set([name]))
    found.set(name, entry!)
    queue.push(...typesIn(entry!))
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Sources of the package, and of pdf-core, whose types it passes on. */
const sourceFiles = (): string[] =>
  [source, join(root, 'packages', 'pdf-core', 'src')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test|\.worker)\.ts$/.test(path) && !path.includes('testing'))
      .toSorted()
      .map((path) => join(folder, path)),
  )

/** The whole page. Throws when a public export has no docstring or no return type. */
export function apiPage(): string {
  const described = new Map<string, Entry>()
  const sections = Object.entries(publicModules).map(([title, names]) => {
    const modules = names.map((name) => {
      const blocks = entriesOf(open(join(source, `${name}.ts`))).map((entry) => {
        if (described.get(entry.name)?.shape === entry.shape) return `#### \`${entry.name}\`\n\nAs above.\n`
        described.set(entry.name, entry)
        return block(entry)
      })
      return `### \`@foja/pades/${name}\`\n\n${blocks.join('\n')}`
    })
    return `## ${title}\n\n${modules.join('\n')}`
  })
  const head = [
    'What every public module exports. Made out of the source by `npm run docs:pades`; a test keeps both in step. The',
    '[README](../README.md) says how the parts belong together.',
  ]
  const shapes = `## Shapes\n\nTypes that the modules above speak of.\n\n${referredTo(described).map(block).join('\n')}`
  return `# API of @foja/pades\n\n${head.join('\n')}\n\n${sections.join('\n')}\n${shapes}`
}
