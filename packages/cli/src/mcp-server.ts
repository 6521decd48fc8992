import { createId, FojaError, type Client, type KeyScope } from '@foja/client'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { basename, extname, isAbsolute, join, relative } from 'node:path'
import * as z from 'zod'
import { readPdf } from './files.ts'
import { CommandError } from './terminal.ts'

const id = (what: string) => z.string().describe(what)

const recipients = z
  .array(
    z.object({
      nombre: z.string(),
      email: z.string(),
      rol: z.enum(['firma', 'firma_simple', 'aprueba', 'copia']).default('firma'),
      turno: z.int().min(1).optional().describe('Los de un turno actúan a la vez, después de los del anterior'),
    }),
  )
  .min(1)

/** A PDF of `folder`. What lies outside, also behind a link, is refused: a model chooses the name. */
async function readWithin(folder: string, name: string) {
  const home = await realpath(folder)
  const path = await realpath(join(home, name)).catch(() => null)
  const inside = path === null ? '..' : relative(home, path)
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside))
    throw new CommandError(`En la carpeta del servidor MCP no hay «${name}».`)
  return await readPdf(join(home, inside))
}

/** What a tool answers: JSON, or a sentence where Foja refuses. */
async function answer(work: () => Promise<unknown>) {
  try {
    return { content: [{ type: 'text' as const, text: JSON.stringify(await work(), null, 1) }] }
  } catch (error) {
    if (!(error instanceof FojaError || error instanceof CommandError)) throw error
    return { isError: true, content: [{ type: 'text' as const, text: error.message }] }
  }
}

const reads = { readOnlyHint: true, openWorldHint: false }
/** They write, and delete nothing. */
const writes = { readOnlyHint: false, destructiveHint: false, openWorldHint: true }

function addReadTools(server: McpServer, client: Client): void {
  server.registerTool(
    'buscar_expedientes',
    {
      title: 'Buscar expedientes',
      description: 'Expedientes por título, parte, documento, código o estado, los últimos primero, diez por página.',
      inputSchema: {
        texto: z.string().optional(),
        estado: z.enum(['pendiente', 'agendado', 'concluido']).optional(),
        pagina: z.int().min(1).default(1),
      },
      annotations: reads,
    },
    async ({ texto, estado, pagina }) =>
      await answer(async () => {
        const query = { q: texto, status: estado, page: pagina, pagination: '' }
        return await client.call('GET', '/api/v1/get_list_solicitud_main_type2/', { query })
      }),
  )
  server.registerTool(
    'leer_solicitud',
    {
      title: 'Leer una solicitud',
      description: 'Una solicitud con sus documentos, su expediente y su historia.',
      inputSchema: { id_solicitud: id('El id de una solicitud, como ABCD-1234-EF56-GH78') },
      annotations: reads,
    },
    async ({ id_solicitud }) =>
      await answer(
        async () => await client.call('GET', '/api/v1/details_solicitud/{id}/', { params: { id: id_solicitud } }),
      ),
  )
  server.registerTool(
    'comprobar_documento',
    {
      title: 'Comprobar las firmas de un documento',
      description: 'El veredicto de cada firma de un documento: si es válida, de quién y por qué.',
      inputSchema: { id_documento: id('El id de un documento') },
      annotations: reads,
    },
    async ({ id_documento }) =>
      await answer(async () => await client.call('POST', '/api/v1/verify_document/', { body: { id_documento } })),
  )
  server.registerTool(
    'listar_pedidos_de_firma',
    {
      title: 'Listar pedidos de firma',
      description: 'Los pedidos de firma y qué ha hecho cada destinatario, el último primero.',
      inputSchema: {
        texto: z.string().optional().describe('En el título o en el nombre o correo de un destinatario'),
        estado: z.enum(['borrador', 'enviada', 'completada', 'rechazada', 'vencida', 'anulada']).optional(),
        pagina: z.int().min(1).default(1),
      },
      annotations: reads,
    },
    async ({ texto, estado, pagina }) =>
      await answer(async () => {
        const query = { q: texto, status: estado, page: pagina }
        return await client.call('GET', '/api/v1/list_signing_requests/', { query })
      }),
  )
}

function addCaseTool(server: McpServer, client: Client, folder: string): void {
  server.registerTool(
    'crear_expediente',
    {
      title: 'Crear un expediente',
      description: 'Crea un expediente con uno o varios PDF de la carpeta del servidor MCP.',
      inputSchema: {
        titulo: z.string().optional(),
        archivos: z.array(z.string()).min(1).max(20).describe('Nombres de PDF dentro de la carpeta'),
      },
      annotations: writes,
    },
    async ({ titulo, archivos }) =>
      await answer(async () => {
        const files = await Promise.all(archivos.map(async (name) => await readWithin(folder, name)))
        const named = titulo ?? basename(archivos[0]!, extname(archivos[0]!))
        const solicitud = { id_solicitud: createId(), titulo: named, description: files.map(() => ({})) }
        const data = { id_solicitud_main: createId(), titulo: named, solicitudes: [solicitud] }
        return await client.upload('/api/v1/list_solicitud_main_type/', { files, data })
      }),
  )
}

function addRequestTools(server: McpServer, client: Client): void {
  server.registerTool(
    'pedir_firmas',
    {
      title: 'Pedir firmas',
      description: 'Pide por correo a personas que firmen documentos ya guardados. Se envía en el acto.',
      inputSchema: {
        ids_documento: z.array(z.string()).min(1).max(20),
        destinatarios: recipients,
        titulo: z.string().optional(),
        mensaje: z.string().optional(),
      },
      annotations: writes,
    },
    async ({ ids_documento, destinatarios, titulo, mensaje }) =>
      await answer(async () => {
        const documents = ids_documento.map((id_documento) => ({ id_documento }))
        const body = { key: randomUUID(), titulo, mensaje, documents, recipients: destinatarios }
        return await client.call('POST', '/api/v1/create_signing_request/', { body })
      }),
  )
  server.registerTool(
    'recordar_destinatario',
    {
      title: 'Recordar a un destinatario',
      description: 'Recuerda por correo a un destinatario lo que falta de su parte; como mucho una vez por hora.',
      inputSchema: { id_destinatario: id('El id de un destinatario de un pedido') },
      annotations: writes,
    },
    async ({ id_destinatario }) =>
      await answer(async () => {
        return await client.call('POST', '/api/v1/remind_recipient/', { body: { id_recipient: id_destinatario } })
      }),
  )
}

export type McpOptions = {
  client: Client
  /** What the key may do: tools that write need their scope. Null, for a session: none is offered. */
  scopes: readonly KeyScope[] | null
  /** Where the PDF files of `crear_expediente` are. */
  folder: string
}

/**
 * An MCP server with tools that read; those that write are added if the key has their scope. None signs: a signature is
 * an act of a person, with their passphrase.
 */
export function createMcpServer({ client, scopes, folder }: McpOptions): McpServer {
  const server = new McpServer({ name: 'foja', version: '0.2.0' })
  addReadTools(server, client)
  if (scopes?.includes('cases:write')) addCaseTool(server, client, folder)
  if (scopes?.includes('requests:write')) addRequestTools(server, client)
  return server
}
