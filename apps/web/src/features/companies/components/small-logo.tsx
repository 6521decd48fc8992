import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useBlobUrl } from '../../../lib/files/use-blob-url.ts'
import { logoQuery } from '../api/company-logo.ts'

/** Whether an image is still recognisable in a small square; measured once. */
const fitting = new WeakMap<Blob, boolean>()

const shown = 'flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-white'

/** The logo on white. Renders `children` until it is loaded, and if it is too wide or too high to be recognisable. */
export function SmallLogo({ id, children }: { id: string; children: ReactNode }) {
  const { data } = useQuery(logoQuery(id))
  const url = useBlobUrl(data)
  const [, setLooked] = useState<Blob>()
  if (url === null || data === undefined) return children
  const look = ({
    currentTarget: { naturalWidth: width, naturalHeight: height },
  }: SyntheticEvent<HTMLImageElement>) => {
    fitting.set(data, Math.max(width, height) <= 2 * Math.min(width, height))
    setLooked(data)
  }
  const fits = fitting.get(data)
  if (fits === false) return children
  return (
    <>
      {fits === undefined && children}
      <span className={fits === undefined ? 'hidden' : shown}>
        <img src={url} alt="" decoding="sync" onLoad={look} className="max-h-full max-w-full object-contain" />
      </span>
    </>
  )
}
