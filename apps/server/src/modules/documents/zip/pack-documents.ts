import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { AppDeps } from '../../../deps.ts'

/** A file of an archive: its path there, and where its bytes are. */
export type PackedFile = { path: string; blob_key: string; size: number; created_at: Date }

/** `goesOn` throws once whoever reads may not have the next file. */
type Packing = Pick<AppDeps, 'store'> & { goesOn: () => Promise<void> }

/** Opens the file when the first byte is asked for, and closes it when the stream is destroyed. */
async function* bytesOf({ store, goesOn }: Packing, key: string): AsyncGenerator<Uint8Array> {
  await goesOn()
  yield* await store.get(key)
}

/**
 * An archive that is written while it is read: one file is open at a time, and none once nobody reads on. What is in it
 * is stored as it is, since PDFs and photographs are compressed already. `length` in bytes.
 */
export async function packDocuments(
  packing: Packing,
  files: readonly PackedFile[],
  readme: { path: string; text: string; at: Date },
): Promise<{ stream: Readable; length: number }> {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  let open: Readable | undefined
  stream.once('close', () => open?.destroy())
  zip.on('error', (error) => stream.destroy(error as Error))
  const options = { compress: false, mode: 0o100644 }
  zip.addBuffer(Buffer.from(readme.text), readme.path, { ...options, mtime: readme.at })
  for (const { path, blob_key, size, created_at } of files) {
    // Answered at once: until it is, yazl asks again for every entry that is added.
    zip.addReadStreamLazy(path, { ...options, mtime: created_at, size }, (use) => {
      open = Readable.from(bytesOf(packing, blob_key), { objectMode: false })
      open.once('error', (error) => stream.destroy(error))
      use(null, open)
    })
  }
  const length = await new Promise<number>((resolve) => {
    // Known beforehand, as every size is; its types have forgotten what yazl tells.
    zip.end({ forceZip64Format: false, comment: '' }, (...[size]: number[]) => resolve(size ?? 0))
  })
  return { stream, length }
}
