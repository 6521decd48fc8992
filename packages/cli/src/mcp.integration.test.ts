import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keyScopes, type KeyScope } from '@foja/contracts/key-scopes'
import { makePdf } from '@foja/testing/pdfs'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, describe, expect, it } from 'vitest'
import { giveKey } from '../../../apps/server/test/api-keys.ts'
import { startMailOffice } from '../../../apps/server/test/mail.ts'
import { createCase } from '../../../apps/server/test/office.ts'
import { giveSigner } from '../../../apps/server/test/people.ts'
import { sign, signedOf, trustRoot } from '../../../apps/server/test/signing.ts'

const office = await startMailOffice()
const folder = await mkdtemp(join(tmpdir(), 'foja-mcp-'))
const opened: Client[] = []
afterAll(async () => {
  for (const client of opened) await client.close()
  await office.close()
  await rm(folder, { recursive: true })
})

/** An assistant that starts `foja mcp` with a key of these scopes. */
async function open(scopes: readonly KeyScope[]): Promise<Client> {
  const { caller } = await giveKey(office.server, office.gestor.id, { scopes })
  const client = new Client({ name: 'prueba', version: '1.0.0' })
  const program = fileURLToPath(new URL('./main.ts', import.meta.url))
  const env = { PATH: process.env['PATH']!, HOME: folder, FOJA_ORIGEN: office.server.origin, FOJA_LLAVE: caller.token }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', '--carpeta', folder], env }),
  )
  opened.push(client)
  return client
}

type Answer = { isError?: boolean; content: { text: string }[] }
async function ask(client: Client, name: string, args: object = {}): Promise<Answer> {
  return (await client.callTool({ name, arguments: { ...args } })) as Answer
}
const read = async <T>(client: Client, name: string, args: object = {}): Promise<T> => {
  const { isError, content } = await ask(client, name, args)
  expect(isError, content[0]!.text).toBeUndefined()
  return JSON.parse(content[0]!.text) as T
}
const toolsOf = async (client: Client) => (await client.listTools()).tools

const readTools = ['buscar_expedientes', 'leer_solicitud', 'comprobar_documento', 'listar_pedidos_de_firma']
const readScopes: KeyScope[] = ['cases:read', 'documents:read', 'requests:read']

await trustRoot(office.gestor)
const reader = await open(readScopes)
const writer = await open(keyScopes)

describe('the MCP server with a key that reads', () => {
  it('offers only tools that read', async () => {
    const tools = await toolsOf(reader)
    expect(tools.map(({ name }) => name)).toEqual(readTools)
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    expect((await ask(reader, 'crear_expediente', { archivos: ['contrato.pdf'] })).isError).toBe(true)
  })

  it('finds a case file, reads it and gives the verdict of its document', async () => {
    const { solicitud, document } = await createCase(office.gestor, undefined, { titulo: 'Gotera del tercer piso' })
    await giveSigner(office.gestor, 'Gael Gestor')
    await signedOf(await sign(office.gestor, document))
    const { results } = await read<{ results: { titulo: string }[] }>(reader, 'buscar_expedientes', { texto: 'gotera' })
    expect(results.map(({ titulo }) => titulo)).toEqual(['Gotera del tercer piso'])
    const { id_solicitud } = solicitud
    expect(await read(reader, 'leer_solicitud', { id_solicitud })).toMatchObject({ id_solicitud, history_intact: true })
    const { id_documento } = document
    expect(await read(reader, 'comprobar_documento', { id_documento })).toMatchObject({
      summary: 'valid',
      signatures: [{ signer: { name: 'Gael Gestor' } }],
    })
    expect(await read(reader, 'listar_pedidos_de_firma')).toMatchObject({ count: 0 })
  })

  it('answers with the sentence of the server where it refuses', async () => {
    const { isError, content } = await ask(reader, 'leer_solicitud', { id_solicitud: 'AAAA-BBBB-CCCC-DDDD' })
    expect(isError).toBe(true)
    expect(content[0]!.text).toMatch(/^No /)
  })

  it('offers nothing more to a key that may only sign', async () => {
    const signer = await open(['signatures:write'])
    expect((await toolsOf(signer)).map(({ name }) => name)).toEqual(readTools)
    expect((await ask(signer, 'buscar_expedientes')).content[0]!.text).toContain('cases:read')
  })
})

describe('the MCP server with a key of every scope', () => {
  it('adds tools that write, and none that signs', async () => {
    const tools = await toolsOf(writer)
    expect(tools.map(({ name }) => name)).toEqual([
      ...readTools,
      'crear_expediente',
      'pedir_firmas',
      'recordar_destinatario',
    ])
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint === true)).toEqual([])
  })

  it('makes a case file, asks for a signature and reminds', async () => {
    await writeFile(join(folder, 'contrato.pdf'), makePdf())
    type Made = { titulo: string; solicitudes: { description: { id_documento: string }[] }[] }
    const made = await read<Made>(writer, 'crear_expediente', { archivos: ['contrato.pdf'] })
    expect(made.titulo).toBe('contrato')
    const ids_documento = made.solicitudes[0]!.description.map(({ id_documento }) => id_documento)
    const destinatarios = [{ nombre: 'Ana Torres', email: 'ana@cliente.example' }]
    type Request = { status: string; recipients: { id: string; rol: string }[] }
    const request = await read<Request>(writer, 'pedir_firmas', { ids_documento, destinatarios })
    expect(request).toMatchObject({ status: 'enviada', recipients: [{ rol: 'firma' }] })
    await office.deliver()
    office.server.advance(2 * 3_600_000)
    await read(writer, 'recordar_destinatario', { id_destinatario: request.recipients[0]!.id })
    await office.deliver()
    expect(office.smtp.messages.map(({ to }) => to)).toEqual([['ana@cliente.example'], ['ana@cliente.example']])
    expect(await read(writer, 'listar_pedidos_de_firma', { texto: 'Ana' })).toMatchObject({ count: 1 })
  })

  it('sends no file from outside of its folder', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'foja-outside-'))
    await writeFile(join(outside, 'secreto.pdf'), makePdf())
    await symlink(join(outside, 'secreto.pdf'), join(folder, 'enlace.pdf'))
    await writeFile(join(folder, 'notas.txt'), 'no es un PDF')
    for (const name of [
      join(outside, 'secreto.pdf'),
      `../${outside.split('/').at(-1)}/secreto.pdf`,
      'enlace.pdf',
      'nada.pdf',
      '.',
    ]) {
      const { isError, content } = await ask(writer, 'crear_expediente', { archivos: [name] })
      expect([isError, content[0]!.text]).toEqual([true, `En la carpeta del servidor MCP no hay «${name}».`])
    }
    const { content } = await ask(writer, 'crear_expediente', { archivos: ['notas.txt'] })
    expect(content[0]!.text).toContain('notas.txt no es un PDF.')
    await rm(outside, { recursive: true })
  })
})
