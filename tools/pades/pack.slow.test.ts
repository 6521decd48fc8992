import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createTestAuthority } from '@foja/testing/ca'
import { writeP12 } from '@foja/testing/p12'
import { makePdf } from '@foja/testing/pdfs'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../run.ts'
import { apiPage } from './api.ts'
import { publicNames } from './modules.ts'
import { packPades } from './pack.ts'

const home = join(root, 'packages', 'pades')
const readme = readFileSync(join(home, 'README.md'), 'utf8')

const manifestOf = (path: string) =>
  JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<string, unknown>

/** A foreign folder with the package and its dependencies installed. */
const folder = mkdtempSync(join(tmpdir(), 'pades-packed-'))
const installed = join(folder, 'node_modules', '@foja', 'pades')
packPades(installed)
for (const name of [...Object.keys(manifestOf(installed)['dependencies'] as object), '@types/node', 'undici-types']) {
  mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
  if (existsSync(join(root, 'node_modules', name)))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
afterAll(() => rmSync(folder, { recursive: true }))

describe('the published package of pades', () => {
  it('has the metadata of a registry, and depends on no other part of Foja', () => {
    const manifest = manifestOf(installed)
    expect(manifest).toMatchObject({
      name: '@foja/pades',
      license: 'MIT',
      type: 'module',
      sideEffects: expect.anything(),
    })
    for (const field of ['version', 'description', 'keywords', 'engines', 'files', 'exports'])
      expect(manifest[field], field).toBeTruthy()
    expect(manifest).not.toHaveProperty('private')
    expect(manifest).not.toHaveProperty('devDependencies')
    expect(Object.keys(manifest['dependencies'] as object).filter((name) => name.startsWith('@foja/'))).toEqual([])
  })

  it('contains JavaScript, declarations, fonts and pages, and no test', () => {
    const [report] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json'], {
        cwd: installed,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as [{ files: { path: string }[] }]
    const paths = report.files.map(({ path }) => path)
    for (const path of ['LICENSE', 'README.md', 'docs/API.md', 'assets/inter-LICENSE.txt', 'assets/inter-bold.ttf'])
      expect(paths).toContain(path)
    for (const name of publicNames)
      expect(paths).toEqual(expect.arrayContaining([`lib/${name}.js`, `lib/${name}.d.ts`]))
    expect(paths).toContain('lib/open-p12.worker.js')
    expect(
      paths.filter((path) => /\.test\.|testing\//.test(path) || (path.endsWith('.ts') && !path.endsWith('.d.ts'))),
    ).toEqual([])
    const code = readdirSync(join(installed, 'lib'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(?:js|ts)$/.test(path),
    )
    expect(
      code.filter((path) =>
        /['"][^'"]*\.ts['"]|@foja\/(?!pades)/.test(readFileSync(join(installed, 'lib', path), 'utf8')),
      ),
    ).toEqual([])
  })

  it('runs the first example of its README', () => {
    const authority = createTestAuthority({ keyType: 'p256' })
    const person = authority.issue({ commonName: 'Ana Torres', keyType: 'p256' })
    writeFileSync(join(folder, 'firma.p12'), writeP12({ ...person, passphrase: 'secreta' }))
    writeFileSync(join(folder, 'raices.pem'), authority.root.certificate)
    writeFileSync(join(folder, 'contrato.pdf'), makePdf({ mediaBox: [0, 0, 612, 792] }))
    writeFileSync(join(folder, 'example.ts'), /```ts\n([^]*?)```/.exec(readme)?.[1] ?? '')
    const { stdout, stderr } = spawnSync(process.execPath, ['example.ts', 'secreta'], { cwd: folder, encoding: 'utf8' })
    expect(`${stdout}${stderr}`).toMatch(/^indeterminate\nFirmó Ana Torres y nada ha cambiado.*\n$/)
  })

  it('type-checks both examples of its README', () => {
    const examples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map((match) => match[1] ?? '')
    expect(examples.length).toBeGreaterThanOrEqual(2)
    mkdirSync(join(folder, 'typed'))
    examples.forEach((text, i) => writeFileSync(join(folder, 'typed', `example-${i}.ts`), text))
    cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
    const options = {
      extends: './tsconfig.base.json',
      compilerOptions: { skipLibCheck: false, noUnusedLocals: false },
      include: ['typed'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
    expect(status).toBe(0)
  })
})

describe('docs/API.md of pades', () => {
  it('is up to date with the source (npm run docs:pades generates it)', () => {
    expect(readFileSync(join(home, 'docs', 'API.md'), 'utf8')).toBe(apiPage())
  })

  it('lists exactly the existing error codes, like the README', () => {
    const union =
      /type PadesErrorCode =([^]*?)\n\n/.exec(readFileSync(join(home, 'src', 'errors.ts'), 'utf8'))?.[1] ?? ''
    const codes = [...union.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '')
    const table = /## Errors\n([^]*?)\n## /.exec(readme)?.[1] ?? ''
    const first = table
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|')[1] ?? '')
    const listed = first.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ''))
    expect(listed.toSorted()).toEqual(codes.toSorted())
  })

  it('contains every module that the README names', () => {
    const named = [...readme.matchAll(/'@foja\/pades\/([\w/-]+)'/g)].map((match) => match[1] ?? '')
    expect(named.filter((name) => !publicNames.includes(name))).toEqual([])
  })
})
