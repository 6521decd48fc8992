import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useBlobUrl } from '../../../lib/use-blob-url.ts'
import { logoQuery } from '../api/company-logo.ts'

/** On the white of paper; `children` until it is there. */
export function SmallLogo({ id, children }: { id: string; children: ReactNode }) {
  const { data } = useQuery(logoQuery(id))
  const url = useBlobUrl(data)
  if (url === null) return children
  return (
    <span className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-white">
      <img src={url} alt="" decoding="sync" className="max-h-full max-w-full object-contain" />
    </span>
  )
}
