import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useBlobUrl } from '../../../lib/use-blob-url.ts'
import { logoQuery } from '../api/company-logo.ts'

/** Whether an image is still to be told from others in a small square; found out once. */
const fitting = new WeakMap<Blob, boolean>()

const shown = 'flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-white'

/** On the white of paper; `children` until it is there, and where it is so wide or high that little of it would be seen. */
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
