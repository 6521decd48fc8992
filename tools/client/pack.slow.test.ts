import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { packPades } from '../pades/pack.ts'
import { root } from '../run.ts'
import { packCli, packClient } from './pack.ts'

/** A foreign folder with the packages and what they depend on. */
const folder = mkdtempSync(join(tmpdir(), 'client-packed-'))
afterAll(() => rmSync(folder, { recursive: true }))
const modules = join(folder, 'node_modules')
const [client, cli, pades] = ['client', 'cli', 'pades'].map((name) => join(modules, '@foja', name)) as [
  string,
  string,
  string,
]
packClient(client)
packCli(cli)
packPades(pades)

const manifestIn = (path: string) =>
  JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<string, object>
const needed = [client, cli, pades].flatMap((path) => Object.keys(manifestIn(path)['dependencies'] ?? {}))
for (const name of [...needed.filter((one) => !one.startsWith('@foja/')), '@types/node', 'undici-types']) {
  mkdirSync(dirname(join(modules, name)), { recursive: true })
  symlinkSync(join(root, 'node_modules', name), join(modules, name))
}
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')

describe('the published client', () => {
  it('depends on nothing and is not private', () => {
    const manifest = manifestIn(client)
    expect(manifest).toMatchObject({ name: '@foja/client', license: 'MIT', publishConfig: { access: 'public' } })
    for (const field of ['private', 'dependencies', 'devDependencies']) expect(manifest).not.toHaveProperty(field)
  })

  it('type-checks calls and refuses wrong ones, without zod', () => {
    const example = /```ts\n([^]*?)```/.exec(readFileSync(join(client, 'README.md'), 'utf8'))![1]!
    writeFileSync(join(folder, 'example.ts'), example)
    writeFileSync(
      join(folder, 'wrong.ts'),
      `import { createClient } from '@foja/client'
const foja = createClient({ origin: '' })
// @ts-expect-error -- no such call
await foja.call('GET', '/api/v1/metricas/')
// @ts-expect-error -- its id is missing
await foja.call('GET', '/api/v1/details_document/{id}/')
// @ts-expect-error -- a number
await foja.call('POST', '/api/v1/verify_document/', { body: { id_documento: 1 } })
const { summary } = await foja.upload('/api/v1/verify_document/', { files: [] })
export const words: 'unsigned' | 'valid' | 'indeterminate' | 'invalid' = summary
`,
    )
    cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
    const options = {
      extends: './tsconfig.base.json',
      compilerOptions: { skipLibCheck: false },
      files: ['example.ts', 'wrong.ts'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json'], { cwd: folder, encoding: 'utf8' })
    expect(stdout).toBe('')
  })

  it('uses nothing of Node', () => {
    const code = ['client', 'error', 'contracts/endpoint', 'contracts/create-id'].map((name) =>
      readFileSync(join(client, 'lib', `${name}.js`), 'utf8'),
    )
    expect(code.join('\n')).not.toMatch(/node:|\bprocess\.|\bBuffer\b|\brequire\(/)
  })
})

describe('the published foja', () => {
  it('runs', () => {
    const { version, ...manifest } = manifestIn(cli)
    expect(manifest['dependencies']).toMatchObject({ '@foja/client': version, '@foja/pades': version })
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(cli, 'lib', 'main.js'), ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: { HOME: folder },
      })
    expect(run('--ayuda')).toMatchObject({ status: 0, stdout: expect.stringContaining('foja firmar') })
    // Loads the signing engine.
    const signing = run('firmar', 'nada.pdf', '--certificado', 'mi.p12')
    expect(signing.stderr).toMatch(/^foja: No sé qué Foja usar/)
    expect(signing.status).toBe(3)
  })
})
