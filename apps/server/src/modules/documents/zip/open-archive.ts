import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Ctx } from '../../../context.ts'
import { requireSameActor } from '../../identity/public.ts'

/** A file of an archive: its path in it, and its content, read when its turn comes. `size` in bytes, if known. */
export type ArchiveFile = {
  path: string
  size?: number
  created_at: Date
  read: () => AsyncIterable<string | Uint8Array>
}

export type Readme = { path: string; text: string; at: Date }

/** Content of a file of the store, opened with the first byte. */
export async function* storedBytes({ store }: Pick<Ctx, 'store'>, key: string): AsyncGenerator<Uint8Array> {
  yield* await store.get(key)
}

/**
 * Adds files to an archive that is streamed, and is still to be ended: one file is open at a time, and none once the
 * reader is gone. Files are stored uncompressed, as PDFs and photographs are compressed already.
 */
export function openArchive(
  { db, clock, actor }: Ctx,
  files: readonly ArchiveFile[],
  readme: Readme,
): { zip: ZipFile; stream: Readable } {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  let open: Readable | undefined
  stream.once('close', () => open?.destroy())
  zip.on('error', (error) => stream.destroy(error as Error))
  const options = { compress: false, mode: 0o100644 }
  zip.addBuffer(Buffer.from(readme.text), readme.path, { ...options, mtime: readme.at })
  for (const { path, size, created_at, read } of files) {
    const checked = async function* () {
      // The reader may have lost access meanwhile.
      await requireSameActor(db, actor, clock())
      yield* read()
    }
    const known = size === undefined ? {} : { size }
    // Called synchronously: yazl asks again with every added entry until it is.
    zip.addReadStreamLazy(path, { ...options, mtime: created_at, ...known }, (use) => {
      open = Readable.from(checked(), { objectMode: false })
      open.once('error', (error) => stream.destroy(error))
      use(null, open)
    })
  }
  return { zip, stream }
}
