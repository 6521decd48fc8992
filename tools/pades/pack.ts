// packages/pades as a package for others: JavaScript and declarations (Node reads no TypeScript below node_modules),
// the public modules as its exports, its fonts, licence and pages.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../run.ts'
import { publicNames } from './modules.ts'

const home = join(root, 'packages', 'pades')

function compile(target: string): void {
  const read = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => {
      throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'))
    },
  } satisfies ts.ParseConfigFileHost)
  const source = join(home, 'src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(?:^|\/)testing\//.test(path))
    .map((path) => join(source, path))
  const program = ts.createProgram(files, {
    ...read?.options,
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: source,
    outDir: join(target, 'lib'),
  })
  const emitted = program.emit(undefined, (path, text) => ts.sys.writeFile(path, withoutTypeScript(text)))
  const problems = [...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics]
  if (problems.length > 0) throw new Error(ts.flattenDiagnosticMessageText(problems[0]!.messageText, '\n'))
}

/** What the compiler leaves alone: paths in declarations, and that of the worker. */
const withoutTypeScript = (text: string): string => text.replace(/(['"]\.{1,2}\/[\w./-]+)\.ts(['"])/g, '$1.js$2')

/** Without what belongs to the workspace; every public module with its types. */
function manifest(): string {
  const own = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<string, unknown>
  const { private: _private, devDependencies: _devDependencies, exports: _exports, ...rest } = own
  const modules = publicNames.map((name) => [`./${name}`, { types: `./lib/${name}.d.ts`, default: `./lib/${name}.js` }])
  const exports = { ...Object.fromEntries(modules), './package.json': './package.json' }
  // a package with a scope is private unless it says otherwise
  return `${JSON.stringify({ ...rest, exports, publishConfig: { access: 'public' } }, null, 2)}\n`
}

/** Writes the package into a folder, which is emptied first: `npm publish` there would publish it. */
export function packPades(target: string): void {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  compile(target)
  for (const part of ['assets', 'docs', 'LICENSE']) cpSync(join(home, part), join(target, part), { recursive: true })
  const readme = readFileSync(join(home, 'README.md'), 'utf8')
  writeFileSync(join(target, 'README.md'), readme)
  writeFileSync(join(target, 'package.json'), manifest())
}
