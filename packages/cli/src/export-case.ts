import { FojaError, type Calls, type Client } from '@foja/client'
import { createHash } from 'node:crypto'
import { extname, join } from 'node:path'
import { save, writeNew } from './files.ts'
import { openClientWithKey, type Environment } from './settings.ts'
import { CommandError, type Terminal } from './terminal.ts'

type Solicitud = Calls['GET']['/api/v1/details_solicitud/{id}/']['reply']
type CaseFile = Solicitud['solicitud_main']
type Document = CaseFile['solicitudes'][number]['description'][number]

/** A case file by the id of it or of one of its solicitudes. */
async function findCase(client: Client, id: string): Promise<Solicitud> {
  const details = async (one: string) =>
    await client.call('GET', '/api/v1/details_solicitud/{id}/', { params: { id: one } })
  try {
    return await details(id)
  } catch (error) {
    if (!(error instanceof FojaError) || error.code !== 'not_found') throw error
    const list = await client.call('GET', '/api/v1/get_list_solicitud_main_type2/', { query: { q: id } })
    const main = (Array.isArray(list) ? list : list.results).find(({ id_solicitud_main }) => id_solicitud_main === id)
    if (main === undefined) throw new CommandError(`No hay ningún expediente ${id} que puedas ver.`)
    return await details(main.solicitudes[0]!.id_solicitud)
  }
}

/** A name that is safe in every file system, and not among `taken`, to which it is added. */
function freeName(name: string, taken: Set<string>): string {
  // oxlint-disable-next-line no-control-regex -- file systems refuse them
  const safe = name.replace(/[\u0000-\u001f<>:"/\\|?*]/g, '_').replace(/^\.+|[. ]+$/g, '') || 'documento'
  const extension = extname(safe)
  const stem = safe.slice(0, safe.length - extension.length)
  let free = safe
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${stem} (${count})${extension}`
  taken.add(free.toLowerCase())
  return free
}

async function saveDocument(client: Client, document: Document, folder: string, name: string): Promise<void> {
  const { id_documento: id, version, sha256 } = document
  const file = await client.call('GET', '/api/v1/download_document/{id}/', { params: { id }, query: { version } })
  const bytes = await file.bytes()
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new CommandError(`${name} llegó distinto de como está guardado: vuelve a exportar.`)
  await writeNew(join(folder, name), bytes)
  if (document.mime !== 'application/pdf') return
  const evidence = await client.call('GET', '/api/v1/evidence_report/{id}/', { params: { id } })
  await save(join(folder, 'evidencias', name), evidence)
}

/** Writes the newest version of each document, its evidence report and the data of a case file into a new folder. */
export async function exportCase(
  { say }: Terminal,
  environment: Environment,
  { id, out }: { id: string; out: string },
): Promise<number> {
  const client = await openClientWithKey(environment)
  const found = await findCase(client, id)
  const documents = found.solicitud_main.solicitudes.flatMap(({ description }) => description)
  const taken = new Set(['expediente.json', 'evidencias'])
  await writeNew(
    join(out, 'expediente.json'),
    `${JSON.stringify({ ...found.solicitud_main, history: found.history }, null, 2)}\n`,
  )
  for (const document of documents) await saveDocument(client, document, out, freeName(document.nombre, taken))
  const count = documents.length === 1 ? 'un documento' : `${documents.length} documentos`
  say(`${out}: «${found.solicitud_main.titulo}», ${count}`)
  return 0
}
