import { useLayoutEffect, useState } from 'react'

/** A blob URL while the component is mounted; null until it exists. */
export function useBlobUrl(blob: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  // Before paint, so that a blob already loaded shows no placeholder.
  useLayoutEffect(() => {
    if (blob === null || blob === undefined) return undefined
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(created)
    }
  }, [blob])
  return url
}
