import type { FileReply, SentFile } from '@foja/client'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { CommandError } from './terminal.ts'

/** Why a file cannot be read or written, by the code of Node. */
const reasons: Record<string, string> = {
  ENOENT: 'no existe',
  EACCES: 'no tienes permiso',
  EISDIR: 'es una carpeta',
  ENOTDIR: 'una parte de la ruta no es una carpeta',
  EEXIST: 'ya existe',
  ENOSPC: 'no queda espacio',
}

function failed(path: string, error: unknown): CommandError {
  const { code = '' } = error as NodeJS.ErrnoException
  return new CommandError(`${path}: ${reasons[code] ?? code}.`)
}

export async function read(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path))
  } catch (error) {
    throw failed(path, error)
  }
}

/** Reads a PDF to send it. Throws CommandError for any other file (ISO 32000-2, 7.5.2: the header). */
export async function readPdf(path: string): Promise<SentFile & { content: Uint8Array<ArrayBuffer> }> {
  const content = await read(path)
  const isPdf = Buffer.from(content.subarray(0, 1024)).includes('%PDF-')
  if (!isPdf) throw new CommandError(`${path} no es un PDF.`)
  return { name: basename(path), content, type: 'application/pdf' }
}

/** Throws CommandError if there is a file of this name. */
export async function requireFree(path: string): Promise<void> {
  const taken = await access(path).then(
    () => true,
    () => false,
  )
  if (taken) throw failed(path, { code: 'EEXIST' })
}

/** Writes a new file, and its folder if it is missing. Throws CommandError if there is one of this name. */
export async function writeNew(path: string, content: Uint8Array | string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content, { flag: 'wx' })
  } catch (error) {
    throw failed(path, error)
  }
}

/** Saves a file reply. */
export const save = async (path: string, file: FileReply): Promise<void> => await writeNew(path, await file.bytes())
