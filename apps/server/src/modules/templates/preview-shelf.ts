import { createHash } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { asSource } from './fill-pdf.ts'

/** A filled PDF stored only for previewing. */
export type Preview = { blob_key: string; sha256: string }

/**
 * Stores previews while their pages are viewed, as files that no row references: any process can show them, and the
 * sweep deletes them after an hour. Keeps the latest few per user, as typing creates many.
 */
export type PreviewShelf = { put: (ctx: Ctx, bytes: Uint8Array) => Promise<Preview> }

const mostOfOne = 12

export function createPreviewShelf(): PreviewShelf {
  const shelf = new Map<string, Preview[]>()
  return {
    async put({ store, actor: { id: person } }, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const known = shelf.get(person)?.find((preview) => preview.sha256 === sha256)
      // The sweep may have taken it.
      if (known !== undefined && (await store.stat(known.blob_key)) !== null) return known
      const { key: blob_key } = await store.put(asSource(bytes), { maxBytes: bytes.byteLength })
      const preview = { blob_key, sha256 }
      const all = [preview, ...(shelf.get(person) ?? [])]
      shelf.set(person, all.slice(0, mostOfOne))
      for (const old of all.slice(mostOfOne)) await store.delete(old.blob_key)
      return preview
    },
  }
}
