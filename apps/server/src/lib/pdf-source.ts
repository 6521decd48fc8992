import type { PdfSource } from '@foja/pdf/renderer'
import type { ObjectStore } from '@foja/storage/object-store'

/** A stored file for the workers: its location if the store has one, so that the main thread need not read it. */
export async function pdfSource(store: ObjectStore, key: string): Promise<PdfSource> {
  const location = await store.locate(key)
  if (location !== null) return location
  const chunks: Buffer[] = []
  for await (const chunk of await store.get(key)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
