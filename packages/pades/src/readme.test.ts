import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { contract } from './verify/testing/tiny-pdf.ts'
import { hasTool } from './verify/testing/tools.ts'

const example = /```ts\n([^]*?)```/.exec(readFileSync(new URL('../README.md', import.meta.url), 'utf8'))?.[1] ?? ''

it.runIf(hasTool('openssl'))('the example of the README runs unchanged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pades-readme-'))
  try {
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
    const subject = [
      '-subj',
      '/CN=Ana Torres',
      '-addext',
      'basicConstraints=critical,CA:FALSE',
      '-addext',
      'keyUsage=digitalSignature',
    ]
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'raices.pem', ...subject)
    openssl(
      'pkcs12',
      '-export',
      '-inkey',
      'key.pem',
      '-in',
      'raices.pem',
      '-out',
      'firma.p12',
      '-passout',
      'pass:secreta',
    )
    writeFileSync(join(folder, 'contrato.pdf'), contract())
    const source = fileURLToPath(new URL('.', import.meta.url))
    const program = example.replace(/'@foja\/pades\/([\w-]+)'/g, (_, name: string) =>
      JSON.stringify(join(source, `${name}.ts`)),
    )
    writeFileSync(join(folder, 'example.ts'), program)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const out = execFileSync(process.execPath, ['example.ts', 'secreta'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect(out).toMatch(/^valid\nLa firma de Ana Torres es válida: .* Ana Torres responde por su identidad\.\n$/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
