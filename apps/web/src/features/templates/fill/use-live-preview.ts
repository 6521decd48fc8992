import type { PageImages } from '@foja/contracts/common'
import type { TemplateData } from '@foja/contracts/template-fields'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fetchFilledPages } from '../api/filled-pages.ts'
import { useSettled } from '../use-settled.ts'

/** So many milliseconds after the last key the preview is asked for. */
const pause = 350

/**
 * The pages as they would come out, asked for when the typing pauses. The last that was asked for wins; until its images
 * are there, those before it stay.
 */
export function useLivePreview(id: string, data: TemplateData) {
  const wanted = useSettled(JSON.stringify(data), pause)
  const preview = useQuery({
    queryKey: ['filled-pages', id, wanted],
    queryFn: ({ signal }) => fetchFilledPages(id, JSON.parse(wanted) as TemplateData, signal),
    // Its images have short-lived addresses, and most states of a form are never seen again.
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
