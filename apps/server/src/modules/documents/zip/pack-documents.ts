import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Ctx } from '../../../context.ts'
import { requireSameActor } from '../../identity/public.ts'

/** A file of an archive: its path in it, and its stored content. */
export type PackedFile = { path: string; blob_key: string; size: number; created_at: Date }

/** Opens the file when the first byte is read, and closes it when the stream is destroyed. */
async function* bytesOf({ db, store, clock, actor }: Ctx, key: string): AsyncGenerator<Uint8Array> {
  // The reader may have lost access meanwhile.
  await requireSameActor(db, actor, clock())
  yield* await store.get(key)
}

/**
 * Streams an archive: one file is open at a time, and none once the reader is gone. Files are stored uncompressed, as
 * PDFs and photographs are compressed already. `length` in bytes.
 */
export async function packDocuments(
  ctx: Ctx,
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
    // Called synchronously: yazl asks again with every added entry until it is.
    zip.addReadStreamLazy(path, { ...options, mtime: created_at, size }, (use) => {
      open = Readable.from(bytesOf(ctx, blob_key), { objectMode: false })
      open.once('error', (error) => stream.destroy(error))
      use(null, open)
    })
  }
  const length = await new Promise<number>((resolve) => {
    // Known in advance, as all sizes are; yazl's types lack the argument.
    zip.end({ forceZip64Format: false, comment: '' }, (...[size]: number[]) => resolve(size ?? 0))
  })
  return { stream, length }
}
