import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openStage } from '@foja/testing/level-stage'
import { writeP12 } from '@foja/testing/p12'
import { afterAll, expect, it } from 'vitest'
import { contract } from './verify/testing/tiny-pdf.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const example = [...readme.matchAll(/```ts\n([^]*?)```/g)][1]?.[1] ?? ''

const stage = await openStage()
afterAll(() => stage.close())

const pem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`

it('the second example of the README signs at B-LTA and verifies online unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pades-readme-'))
  try {
    writeFileSync(join(folder, 'firma.p12'), writeP12({ ...stage.person(), passphrase: 'secreta' }))
    writeFileSync(join(folder, 'raices.pem'), pem(stage.authority.root.certificate))
    writeFileSync(join(folder, 'contrato.pdf'), contract())
    const source = fileURLToPath(new URL('.', import.meta.url))
    const program = example.replace(/'@foja\/pades\/([\w/-]+)'/g, (_, name: string) =>
      JSON.stringify(join(source, `${name}.ts`)),
    )
    writeFileSync(join(folder, 'example.ts'), program)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['example.ts', 'secreta', stage.pki.tsaUrl, '127.0.0.1'],
      { cwd: folder, encoding: 'utf8' },
    )
    const [firmaec, europe, summary, ...signatures] = stdout.trim().split('\n')
    expect([firmaec, europe, summary]).toEqual([
      'recognised_firmaec warning firmaec',
      'recognised_eu warning dss',
      'valid []',
    ])
    expect(signatures).toEqual([
      expect.stringMatching(/^B-LTA La firma de Ana Díaz Cordero \(sellada el .* GMT-5\) es válida y está protegida/),
      expect.stringMatching(/^timestamp El documento fue sellado el .* GMT-5 por .*: existía entonces/),
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
