// packages/client and packages/cli as packages: JavaScript and declarations (Node strips no types below node_modules).
// The types of the contract are written out, so that the client depends on nothing (docs/adr/0063).
import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from '../run.ts'
import { writeTypes } from './write-types.ts'

type Manifest = {
  version: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  [field: string]: unknown
}
const packages = join(root, 'packages')
const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')) as Manifest

/** Modules of the contract that run in the client: below `contracts/` in its package. */
const bundled = ['endpoint', 'create-id']

function programOf(folder: string): ts.Program {
  const read = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => {
      throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'))
    },
  } satisfies ts.ParseConfigFileHost)
  const home = join(packages, folder, 'src')
  const sources = readdirSync(home).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const others = folder === 'client' ? bundled.map((name) => join(packages, 'contracts', 'src', `${name}.ts`)) : []
  return ts.createProgram([...sources.map((name) => join(home, name)), ...others], {
    ...read?.options,
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: packages,
    outDir: '/out',
  })
}

function compile(folder: string, target: string): void {
  const program = programOf(folder)
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const [, owner = '', name = ''] = /^([\w-]+)\/src\/(.+)$/.exec(relative('/out', path)) ?? []
    const written = text
      .replace(/(['"]\.{1,2}\/[\w./-]+)\.ts(['"])/g, '$1.js$2')
      .replace(/(['"])@foja\/contracts\/([\w-]+)(['"])/g, '$1./contracts/$2.js$3')
    if (owner === folder && name !== 'calls.d.ts') ts.sys.writeFile(join(target, 'lib', name), written)
    const isBundled = owner === 'contracts' && bundled.some((one) => name === `${one}.js`)
    if (isBundled && folder === 'client') ts.sys.writeFile(join(target, 'lib', 'contracts', name), written)
  })
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (problems.length > 0) throw new Error(ts.flattenDiagnosticMessageText(problems[0]!.messageText, '\n'))
  if (folder !== 'client') return
  writeFileSync(join(target, 'lib', 'calls.d.ts'), writeTypes(program, join(packages, 'client', 'src', 'calls.ts')))
  // The one declaration of the contract that the client's own need.
  writeFileSync(join(target, 'lib', 'contracts', 'create-id.d.ts'), 'export declare function createId(): string;\n')
}

function begin(folder: string, target: string): void {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  compile(folder, target)
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  cpSync(join(packages, folder, 'README.md'), join(target, 'README.md'))
}

function writeManifest(target: string, manifest: Record<string, unknown>): void {
  // a scoped package is private by default
  const published = { ...manifest, publishConfig: { access: 'public' } }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

/** Writes `@foja/client` into a folder, which is emptied first, ready for `npm publish`. */
export function packClient(target: string): void {
  begin('client', target)
  const { private: _private, dependencies: _dependencies, devDependencies: _dev, ...rest } = manifestIn('client')
  const entry = { types: './lib/client.d.ts', default: './lib/client.js' }
  writeManifest(target, { ...rest, exports: { '.': entry, './package.json': './package.json' } })
}

/** Writes `@foja/cli` likewise. Here the packages that only it needs are development dependencies. */
export function packCli(target: string): void {
  begin('cli', target)
  const { private: _private, devDependencies, dependencies, ...rest } = manifestIn('cli')
  const others = Object.entries(devDependencies).filter(([name]) => !name.startsWith('@foja/'))
  const bin = join(target, 'lib', 'main.js')
  chmodSync(bin, 0o755)
  writeManifest(target, {
    ...rest,
    bin: { foja: './lib/main.js' },
    dependencies: { ...dependencies, ...Object.fromEntries(others) },
  })
}
