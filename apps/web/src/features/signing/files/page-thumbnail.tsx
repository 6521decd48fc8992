import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { toPercent } from '../../../lib/files/geometry.ts'
import { PageImage } from '../../../shared/page-image.tsx'
import { pagesQuery } from '../../../shared/pages.ts'
import type { Signable } from '../api/signable.ts'
import type { Placed } from '../use-placement.ts'

type Props = {
  document: Signable
  width: number
  placeIn?: (pages: readonly { page: number; width: number; height: number }[]) => Placed | null
}

/** A small picture of the page that is signed, with the place of the stamp; else of the first page. */
export function PageThumbnail({ document, width, placeIn }: Props) {
  const pages = useQuery(pagesQuery(document.pdf_path)).data?.pages
  const placed = (pages !== undefined && placeIn?.(pages)) || null
  const page = pages?.find((one) => one.page === (placed?.page ?? 1))
  const height = Math.round(width * 1.37)
  if (page === undefined)
    return (
      <span
        aria-hidden
        style={{ width, height }}
        className="flex shrink-0 items-center justify-center rounded-sm border border-line bg-white text-[#758192] [&_svg]:size-5"
      >
        <FileText />
      </span>
    )
  const at = placed === null ? null : toPercent(placed.rect, page)
  return (
    <span
      aria-hidden
      style={{ width, height }}
      className="block shrink-0 overflow-hidden rounded-sm border border-line bg-white [&_*]:shadow-none"
    >
      <PageImage page={page} width={width} alt="">
        {at !== null && (
          <span
            style={{ left: `${at.left}%`, top: `${at.top}%`, width: `${at.width}%`, height: `${at.height}%` }}
            className="absolute border border-[#82641a] bg-[#ffe9bd]"
          />
        )}
      </PageImage>
    </span>
  )
}
