import { useEffect, useState } from 'react'
import type { Turn } from '../../../lib/files/image-page.ts'

/** An image of the PDF with its rotation and a blob URL. */
export type Photo = { key: string; file: File; turn: Turn; url: string }

const photoOf = (file: File): Photo => ({
  key: crypto.randomUUID(),
  file,
  turn: 0,
  url: URL.createObjectURL(file),
})

/** The images in order; their blob URLs are revoked when the dialog closes. */
export function usePhotos(files: readonly File[]) {
  const [photos, setPhotos] = useState<Photo[]>([])
  const [urls] = useState(() => new Set<string>())
  useEffect(() => {
    const first = files.map(photoOf)
    for (const { url } of first) urls.add(url)
    setPhotos(first)
    return () => {
      for (const url of urls) URL.revokeObjectURL(url)
      urls.clear()
    }
  }, [files, urls])
  return {
    photos,
    add: (more: readonly File[]) => {
      const next = more.map(photoOf)
      for (const { url } of next) urls.add(url)
      setPhotos((before) => [...before, ...next])
    },
    rotate: (key: string) =>
      setPhotos((before) =>
        before.map((one) => (one.key === key ? { ...one, turn: ((one.turn + 1) % 4) as Turn } : one)),
      ),
    move: (at: number, by: -1 | 1) =>
      setPhotos((before) => {
        const next = [...before]
        const [one] = next.splice(at, 1)
        if (one !== undefined) next.splice(at + by, 0, one)
        return next
      }),
    remove: (key: string) => setPhotos((before) => before.filter((one) => one.key !== key)),
  }
}
