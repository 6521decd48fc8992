import type { downloadZip as call } from '@foja/contracts/documents'
import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import type { BinaryBody } from '../../../http/endpoint-types.ts'
import { ProblemError } from '../../../http/problem.ts'
import { createNamer, safeName } from '../../../lib/safe-names.ts'
import { requireDocument } from '../require-document.ts'
import { openArchive, storedBytes, type Readme } from './open-archive.ts'
import { findFiles, findFolders } from './zip.queries.ts'
import { zipTexts } from '../../../texts/zip-texts.ts'

/** A file of an archive: its path in it, and its stored content. */
export type PackedFile = { path: string; blob_key: string; size: number; created_at: Date }

/** Streams an archive of stored files; its `length` in bytes. */
export async function packDocuments(
  ctx: Ctx,
  files: readonly PackedFile[],
  readme: Readme,
): Promise<{ stream: Readable; length: number }> {
  const stored = files.map(({ blob_key, ...file }) => ({ ...file, read: () => storedBytes(ctx, blob_key) }))
  const { zip, stream } = openArchive(ctx, stored, readme)
  const length = await new Promise<number>((resolve) => {
    // Known in advance, as all sizes are; yazl's types lack the argument.
    zip.end({ forceZip64Format: false, comment: '' }, (...[size]: number[]) => resolve(size ?? 0))
  })
  return { stream, length }
}

/** The requested documents with their paths, in the requested order. */
async function collectDocuments({ db, actor, locale }: Ctx, ids: readonly string[]) {
  for (const id of ids) await requireDocument(db, actor, 'document.read', id)
  const files = new Map((await findFiles(db, 'document.id_documento', ids)).map((file) => [file.id_documento, file]))
  const { file: unnamed, readme } = zipTexts[locale]
  const nameFile = createNamer(readme)
  return ids.flatMap((id) => {
    const file = files.get(id)
    return file === undefined ? [] : [{ ...file, path: nameFile(safeName(file.nombre, unnamed)) }]
  })
}

/** The files of the requests with their paths, in the requested order. */
async function collect({ db, actor, locale }: Ctx, ids: readonly string[]) {
  const folders = new Map((await findFolders(db, ids)).map((row) => [row.id_solicitud, row]))
  const files = Map.groupBy(await findFiles(db, 'document.id_solicitud', ids), ({ id_solicitud }) => id_solicitud)
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
 * Creates a ZIP archive of the newest versions of all documents of several requests, or of several documents.
 * @throws ProblemError not_found when the caller may not read one of them, nothing_to_download
 */
export async function downloadZip(ctx: Ctx, wanted: z.output<typeof call.body>): Promise<BinaryBody> {
  const files =
    'ids_solicitud' in wanted
      ? await collect(ctx, [...new Set(wanted.ids_solicitud)])
      : await collectDocuments(ctx, [...new Set(wanted.ids_documento)])
  if (files.length === 0) throw new ProblemError('nothing_to_download')
  const { archive, readme, intro } = zipTexts[ctx.locale]
  const at = ctx.clock()
  // The format of sha256sum: digest, two spaces, path.
  const digests = files.map(({ sha256, path }) => `${sha256}  ${path}`)
  const text = [...intro.map((line) => `# ${line}`), '', ...digests, ''].join('\n')
  const { stream, length } = await packDocuments(ctx, files, { path: readme, text, at })
  const filename = `${archive}-${at.toISOString().slice(0, 10)}.zip`
  return { stream, type: 'application/zip', length, filename }
}
