import { useLayoutEffect, useState } from 'react'

/** An address of something that is held here, for as long as it is shown; null until it is there. */
export function useBlobUrl(blob: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  // Before anything is painted: what is held already never makes room for what stands in for it.
  useLayoutEffect(() => {
    if (blob === null || blob === undefined) return undefined
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return url
}
