import type { PageImages } from '@foja/contracts/common'
import type { TemplateData } from '@foja/contracts/template-fields'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fetchFilledPages } from '../api/templates.ts'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Debounce of the preview in ms. */
const pause = 350

/**
 * The pages of the filled document, requested when typing pauses. The newest request wins; the previous images stay
 * until the new ones are loaded.
 */
export function useLivePreview(id: string, data: TemplateData) {
  const wanted = useDebounced(JSON.stringify(data), pause)
  const preview = useQuery({
    queryKey: queryKeys.filledPages(id, wanted),
    queryFn: ({ signal }) => fetchFilledPages(id, JSON.parse(wanted) as TemplateData, signal),
    // The URLs of its images are short-lived, and most intermediate states are not shown again.
    staleTime: 4 * 60_000,
    gcTime: 30_000,
    refetchOnWindowFocus: false,
  })
  const last = useRef<PageImages | undefined>(undefined)
  useEffect(() => {
    if (preview.data !== undefined) last.current = preview.data
  }, [preview.data])
  return {
    images: preview.data ?? last.current,
    updating: preview.isFetching || wanted !== JSON.stringify(data),
    error: preview.isError ? preview.error : null,
    retry: () => void preview.refetch(),
  }
}

export type LivePreview = ReturnType<typeof useLivePreview>
