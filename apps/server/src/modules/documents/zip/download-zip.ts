import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import type { BinaryBody } from '../../../http/endpoint-types.ts'
import { ProblemError } from '../../../http/problem.ts'
import { limitExports } from '../../../http/export-rate-limit.ts'
import { packDocuments } from './pack-documents.ts'
import { createNamer, safeName } from '../../../lib/safe-names.ts'
import { findFiles, findFolders } from './zip.queries.ts'
import { zipTexts } from '../../../texts/zip-texts.ts'

/** The files of the requests with their paths, in the requested order. */
async function collect({ db, actor, locale }: Ctx, ids: readonly string[]) {
  const folders = new Map((await findFolders(db, ids)).map((row) => [row.id_solicitud, row]))
  const files = Map.groupBy(await findFiles(db, ids), ({ id_solicitud }) => id_solicitud)
  const { folder: untitled, file: unnamed, readme } = zipTexts[locale]
  const nameFolder = createNamer(readme)
  return ids.flatMap((id) => {
    const folder = folders.get(id)
    authorize('solicitud.read', actor, folder)
    const own = files.get(id) ?? []
    if (own.length === 0) return []
    const name = nameFolder(safeName(folder.titulo, untitled))
    const nameFile = createNamer()
    return own.map((file) => ({ ...file, path: `${name}/${nameFile(safeName(file.nombre, unnamed))}` }))
  })
}

/**
 * Creates a ZIP archive of the newest versions of all documents of several requests.
 * @throws ProblemError not_found when the caller may not read one of them, nothing_to_download, too_many_attempts
 */
export async function downloadZip(ctx: Ctx, ids: readonly string[]): Promise<BinaryBody> {
  const files = await collect(ctx, [...new Set(ids)])
  if (files.length === 0) throw new ProblemError('nothing_to_download')
  await limitExports(ctx)
  const { archive, readme, intro } = zipTexts[ctx.locale]
  const at = ctx.clock()
  // The format of sha256sum: digest, two spaces, path.
  const digests = files.map(({ sha256, path }) => `${sha256}  ${path}`)
  const text = [...intro.map((line) => `# ${line}`), '', ...digests, ''].join('\n')
  const { stream, length } = await packDocuments(ctx, files, { path: readme, text, at })
  const filename = `${archive}-${at.toISOString().slice(0, 10)}.zip`
  return { stream, type: 'application/zip', length, filename }
}
