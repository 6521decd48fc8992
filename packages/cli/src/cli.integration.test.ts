import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { KeyScope } from '@foja/contracts/key-scopes'
import { makePdf } from '@foja/testing/pdfs'
import { afterAll, describe, expect, it } from 'vitest'
import { giveKey } from '../../../apps/server/test/api-keys.ts'
import { createCase, pdfFile } from '../../../apps/server/test/office.ts'
import { startMailOffice } from '../../../apps/server/test/mail.ts'
import { p12File, passphrase } from '../../../apps/server/test/people.ts'
import { trustRoot } from '../../../apps/server/test/signing.ts'
import { run } from './run.ts'
import { readEnvironment } from './settings.ts'
import { openTerminal } from './terminal.ts'

const office = await startMailOffice()
const folder = await mkdtemp(join(tmpdir(), 'foja-cli-'))
afterAll(async () => {
  await office.close()
  await rm(folder, { recursive: true })
})
// Of the whole installation: verifying a file without a session trusts it too.
await trustRoot(office.admin)

const { origin } = office.server
const keyWith = async (...scopes: KeyScope[]) =>
  (await giveKey(office.server, office.gestor.id, { scopes })).caller.token
const key = await keyWith(
  'cases:read',
  'cases:write',
  'documents:read',
  'documents:write',
  'requests:read',
  'requests:write',
  'signatures:write',
)

type Ended = { exit: number; out: string; errors: string }

/** Runs `foja` without a terminal. Words that begin with `./` name files of the folder; what it says names them so too. */
async function foja(args: string[], variables: Record<string, string> = {}): Promise<Ended> {
  const environment = readEnvironment(
    { FOJA_ORIGEN: origin, FOJA_LLAVE: key, ...variables },
    variables['HOME'] ?? folder,
  )
  const [said, failed] = [[] as string[], [] as string[]]
  const input = Readable.from([])
  const output = new Writable({ write: (chunk: Buffer, _encoding, done) => (said.push(chunk.toString()), done()) })
  const terminal = openTerminal({ input, output, errors: output })
  const words = args.map((word) => (word.startsWith('./') ? join(folder, word) : word))
  const exit = await run(terminal, environment, words, (line) => failed.push(`${line}\n`))
  const shown = (lines: string[]) => lines.join('').replaceAll(`${folder}/`, './')
  return { exit, out: shown(said), errors: shown(failed) }
}

const write = async (name: string, bytes: Uint8Array) => await writeFile(join(folder, name), bytes)
await write('contrato.pdf', makePdf())
await write('anexo.pdf', makePdf())
await write('mi.p12', p12File({ commonName: 'Gael Gestor' }).bytes)

describe('foja firmar', () => {
  it('signs with a certificate of this machine', async () => {
    const args = ['firmar', './contrato.pdf', '--certificado', './mi.p12', '--motivo', 'Acuerdo']
    const { exit, out, errors } = await foja(args, { FOJA_CLAVE: passphrase })
    expect(errors).toBe('')
    expect(out).toBe('./contrato-firmado.pdf: firmado por Gael Gestor, nivel B-B\n')
    expect(exit).toBe(0)
    const [original, signed] = [
      await readFile(join(folder, 'contrato.pdf')),
      await readFile(join(folder, 'contrato-firmado.pdf')),
    ]
    expect(signed.subarray(0, original.length).equals(original)).toBe(true)
  })

  it('does not write over a file', async () => {
    const args = ['firmar', './contrato.pdf', '--certificado', './mi.p12', '-o', './anexo.pdf']
    const { exit, errors } = await foja(args, { FOJA_CLAVE: passphrase })
    expect([exit, errors]).toEqual([3, 'foja: ./anexo.pdf: ya existe.\n'])
    expect(await readFile(join(folder, 'anexo.pdf'))).toEqual(Buffer.from(makePdf()))
  })

  it('says that the passphrase is wrong, and sends nothing', async () => {
    const before = await office.server.deps.db.selectFrom('document').select('id_documento').execute()
    const args = ['firmar', './contrato.pdf', '--certificado', './mi.p12', '-o', './otra.pdf']
    const { exit, errors } = await foja(args, { FOJA_CLAVE: 'otra' })
    expect([exit, errors]).toEqual([3, 'foja: La contraseña no abre ese certificado.\n'])
    expect(await office.server.deps.db.selectFrom('document').select('id_documento').execute()).toEqual(before)
  })

  it('does not wait for a passphrase without a terminal', async () => {
    const { exit, errors } = await foja(['firmar', './anexo.pdf', '--certificado', './mi.p12'])
    expect([exit, errors]).toEqual([
      3,
      'foja: Falta un dato y no hay terminal donde preguntarlo: Contraseña del certificado:\n',
    ])
  })
})

describe('foja verificar', () => {
  it('says in words whose signature it is, and ends with 0 when it is valid', async () => {
    const { exit, out } = await foja(['verificar', './contrato-firmado.pdf'], { FOJA_LLAVE: '' })
    expect(out).toMatch(/^\.\/contrato-firmado\.pdf: Firma válida\n {2}.*Gael Gestor.*\n$/)
    expect(exit).toBe(0)
  })

  it('ends with 1 when a signature is not valid, 2 when there is none', async () => {
    const signed = await readFile(join(folder, 'contrato-firmado.pdf'))
    const at = signed.indexOf('/MediaBox')
    signed.write('/MediaBax', at, 'latin1')
    await write('cambiado.pdf', signed)
    const changed = await foja(['verificar', './anexo.pdf', './cambiado.pdf', './contrato-firmado.pdf'])
    expect(changed.out).toContain('./anexo.pdf: Sin firmas\n./cambiado.pdf: Firma no válida\n')
    expect(changed.exit).toBe(1)
    expect((await foja(['verificar', './anexo.pdf', './contrato-firmado.pdf'])).exit).toBe(2)
  })

  it('prints a report for programs', async () => {
    const { out } = await foja(['verificar', '--json', './contrato-firmado.pdf'])
    expect(JSON.parse(out)).toMatchObject({ file: './contrato-firmado.pdf', summary: 'valid' })
  })

  it('ends with 3 for what is no PDF or does not exist', async () => {
    expect(await foja(['verificar', './mi.p12'])).toMatchObject({ exit: 3, errors: 'foja: ./mi.p12 no es un PDF.\n' })
    expect(await foja(['verificar', './nada.pdf'])).toMatchObject({ exit: 3, errors: 'foja: ./nada.pdf: no existe.\n' })
  })
})

describe('foja pedir-firmas', () => {
  it('makes a case file and asks for signatures, in order', async () => {
    const people = ['--a', 'Ana Torres <ana@cliente.example>', '--a', 'Beto Ruiz <beto@cliente.example>']
    const { exit, out, errors } = await foja([
      'pedir-firmas',
      './contrato.pdf',
      './anexo.pdf',
      ...people,
      '--en-orden',
      '--dias',
      '15',
    ])
    expect(errors).toBe('')
    expect(out).toMatch(
      /^Expediente [A-Z0-9-]{19}: «contrato»\nPedido \S{36}, vence el \d{4}-\d\d-\d\d\n {2}Ana Torres <ana@cliente\.example>: se le pidió\n {2}Beto Ruiz <beto@cliente\.example>: espera su turno\n$/,
    )
    expect(exit).toBe(0)
    await office.deliver()
    expect(office.smtp.messages.map(({ to }) => to)).toEqual([['ana@cliente.example']])
  })

  it('names the case file that it made when the request is refused', async () => {
    const { exit, out } = await foja([
      'pedir-firmas',
      './contrato.pdf',
      '--a',
      'Ana <ana@cliente.example>',
      '--dias',
      '400',
    ])
    expect(out).toMatch(/^Expediente [A-Z0-9-]{19}: «contrato»\nEl expediente quedó creado, sin el pedido: .+\n$/)
    expect(exit).toBe(3)
  })

  it('says how to write a person', async () => {
    const { exit, errors } = await foja(['pedir-firmas', './contrato.pdf', '--a', 'ana@cliente.example'])
    expect([exit, errors]).toEqual([
      3,
      'foja: No entiendo «ana@cliente.example»: escribe "Nombre Apellido <correo>".\n',
    ])
  })

  it('says which scope the key lacks', async () => {
    const FOJA_LLAVE = await keyWith('cases:read')
    const args = ['pedir-firmas', './contrato.pdf', '--a', 'Ana <ana@cliente.example>']
    expect((await foja(args, { FOJA_LLAVE })).errors).toContain('cases:write')
  })
})

describe('foja exportar', () => {
  it('writes documents, evidence and data of a case file, by either id', async () => {
    const { main, solicitud, document } = await createCase(office.gestor, pdfFile('Acta: “final”/1.pdf'))
    const { exit, out, errors } = await foja(['exportar', solicitud.id_solicitud, '-o', './salida'])
    expect(errors).toBe('')
    expect(out).toBe(`./salida: «${main.titulo}», un documento\n`)
    expect(exit).toBe(0)
    const [name] = (await readdir(join(folder, 'salida', 'evidencias'))) as [string]
    expect((await readdir(join(folder, 'salida'))).toSorted()).toEqual(
      [name, 'evidencias', 'expediente.json'].toSorted(),
    )
    const data = JSON.parse(await readFile(join(folder, 'salida', 'expediente.json'), 'utf8')) as object
    expect(data).toMatchObject({ id_solicitud_main: main.id_solicitud_main, history: expect.any(Array) })
    expect((await readFile(join(folder, 'salida', name))).length).toBe(document.size)
    expect((await foja(['exportar', main.id_solicitud_main, '-o', './otra'])).errors).toBe('')
    expect((await readdir(join(folder, 'otra'))).length).toBe(3)
  })

  it('says that there is no such case file', async () => {
    const { exit, errors } = await foja(['exportar', 'AAAA-BBBB-CCCC-DDDD', '-o', './nada'])
    expect([exit, errors]).toEqual([3, 'foja: No hay ningún expediente AAAA-BBBB-CCCC-DDDD que puedas ver.\n'])
  })
})

describe('foja entrar', () => {
  it('saves address and key for this user only, and uses them', async () => {
    const { exit, out } = await foja(['entrar'])
    const file = join(folder, '.config', 'foja', 'config.json')
    expect(out).toContain('Guardado en ./.config/foja/config.json')
    expect(out).toContain('Permisos de la clave: cases:read, cases:write')
    expect(exit).toBe(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const saved = { FOJA_ORIGEN: '', FOJA_LLAVE: '' }
    expect((await foja(['verificar', './contrato-firmado.pdf'], saved)).exit).toBe(0)
    // To another address the saved key is not sent.
    const elsewhere = await foja(['exportar', 'AAAA-BBBB-CCCC-DDDD', '-o', './nada'], {
      ...saved,
      FOJA_ORIGEN: 'https://otra.example',
    })
    expect(elsewhere.errors).toContain('Falta la clave de API para https://otra.example')
  })

  it('saves nothing that does not work', async () => {
    const home = join(folder, 'vacía')
    await mkdir(home)
    const variables = { HOME: home, FOJA_LLAVE: 'foja_mal' }
    const { exit, errors } = await foja(['entrar'], variables)
    expect(exit).toBe(3)
    expect(errors).toMatch(/^foja: Foja no acepta esta clave de API/)
    expect(await readdir(home)).toEqual([])
  })
})

describe('foja', () => {
  it('says what it can do, and how each command is used', async () => {
    expect((await foja([])).out).toContain('foja pedir-firmas')
    expect((await foja(['firmar', '--ayuda'])).out).toContain('--certificado')
    expect(await foja(['exportar'])).toMatchObject({ exit: 3, errors: expect.stringContaining('Se usa así') })
  })

  it('names what it does not know', async () => {
    expect((await foja(['borrar'])).errors).toContain('foja: No conozco «borrar».')
    expect((await foja(['verificar', './contrato.pdf', '--rapido'])).errors).toBe(
      'foja: No conozco la opción --rapido.\n',
    )
    expect((await foja(['exportar', 'X', '-o'])).errors).toContain('A la opción -o')
  })

  it('says that no Foja answers', async () => {
    const { exit, errors } = await foja(['verificar', './contrato.pdf'], { FOJA_ORIGEN: 'http://127.0.0.1:1' })
    expect([exit, errors]).toEqual([3, 'foja: No hay respuesta de Foja: revisa la dirección y la conexión.\n'])
    expect((await foja(['verificar', './contrato.pdf'], { FOJA_ORIGEN: 'firmas' })).errors).toContain(
      '«firmas» no es la dirección',
    )
  })
})
