import type { RootMark } from '@foja/db/history-roots'
import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { syncFolder } from '../../../keys.ts'

const shape = z.strictObject({ no: z.int(), hash: z.string().check(z.regex(/^[\da-f]{64}$/)) })

/**
 * The last root, in a file beside the stored documents: a database that is put back to an earlier state does not
 * contain it. It is inside the folder of the files, so that a copy of them includes it.
 */
export const markFileOf = (dataFolder: string): string => join(dataFolder, 'files', 'history.json')

/** Returns null if there is no mark. Throws when it is damaged. */
export async function readMark(file: string): Promise<RootMark | null> {
  try {
    return z.parse(shape, JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

export async function writeMark(file: string, { no, hash }: RootMark): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify({ no, hash })}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
  if (process.platform !== 'win32') await syncFolder(file)
}
