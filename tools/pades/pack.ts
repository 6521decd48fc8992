// packages/pades as a package: JavaScript and declarations (Node strips no types below node_modules), the public
// modules as its exports, its fonts, licence and pages.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { root } from '../run.ts'
import { publicNames } from './modules.ts'

const home = join(root, 'packages', 'pades')
const core = join(root, 'packages', 'pdf-core')

function sourcesOf(folder: string): string[] {
  const source = join(folder, 'src')
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(?:^|\/)testing\//.test(path))
    .map((path) => join(source, path))
}

function compile(target: string): void {
  const read = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => {
      throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'))
    },
  } satisfies ts.ParseConfigFileHost)
  const lib = join(target, 'lib')
  const staged = join(target, 'staged')
  const program = ts.createProgram([...sourcesOf(home), ...sourcesOf(core)], {
    ...read?.options,
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: join(root, 'packages'),
    outDir: staged,
  })
  const emitted = program.emit(undefined, (path, text) => {
    // pdf-core comes along in a folder of its own
    const [, name = '', inside = ''] = /^(pades|pdf-core)\/src\/(.*)$/.exec(relative(staged, path)) ?? []
    const place = name === 'pades' ? inside : join(name, inside)
    ts.sys.writeFile(join(lib, place), withinPackage(place, withoutTypeScript(text)))
  })
  const problems = [...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics]
  if (problems.length > 0) throw new Error(ts.flattenDiagnosticMessageText(problems[0]!.messageText, '\n'))
}

/** Paths that the compiler leaves unchanged: in declarations, and that of the worker. */
const withoutTypeScript = (text: string): string => text.replace(/(['"]\.{1,2}\/[\w./-]+)\.ts(['"])/g, '$1.js$2')

/** Replaces imports of pdf-core by paths relative to the file `place`. */
const withinPackage = (place: string, text: string): string =>
  text.replace(/(['"])@foja\/pdf-core\/([\w-]+)(['"])/g, (_, open: string, module: string, close: string) => {
    const path = relative(dirname(place), join('pdf-core', `${module}.js`))
    return `${open}${path.startsWith('.') ? path : `./${path}`}${close}`
  })

type Manifest = { dependencies: Record<string, string>; [field: string]: unknown }
const manifestIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** The manifest without workspace fields; every public module with its types, and the dependencies of pdf-core. */
function manifest(): string {
  const { private: _private, devDependencies: _devDependencies, exports: _exports, ...rest } = manifestIn(home)
  const { '@foja/pdf-core': _core, ...own } = rest.dependencies
  const dependencies = { ...own, ...manifestIn(core).dependencies }
  const modules = publicNames.map((name) => [`./${name}`, { types: `./lib/${name}.d.ts`, default: `./lib/${name}.js` }])
  const exports = { ...Object.fromEntries(modules), './package.json': './package.json' }
  // a scoped package is private by default
  return `${JSON.stringify({ ...rest, dependencies, exports, publishConfig: { access: 'public' } }, null, 2)}\n`
}

/** Writes the package into a folder, which is emptied first, ready for `npm publish`. */
export function packPades(target: string): void {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  compile(target)
  for (const part of ['assets', 'docs', 'LICENSE']) cpSync(join(home, part), join(target, part), { recursive: true })
  const readme = readFileSync(join(home, 'README.md'), 'utf8')
  writeFileSync(join(target, 'README.md'), readme)
  writeFileSync(join(target, 'package.json'), manifest())
}
