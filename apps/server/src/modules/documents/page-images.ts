import type { PageImages } from '@foja/contracts/common'
import type { AppDeps } from '../../deps.ts'
import { pdfProblem } from './pdf-problem.ts'
import { pdfSource } from '../../engine/pdf-source.ts'
import { createLink, type LinkContent } from './signed-link.ts'

type Deps = Pick<AppDeps, 'keys' | 'clock' | 'store' | 'pageCache'>

/** A PDF whose pages are to be shown. */
export type Pictured = {
  content: LinkContent
  blob_key: string
  sha256: string
  page_sizes: { width: number; height: number }[] | null
}

/** Dots per inch of a thumbnail: about 460 pixels across an A4 page. */
export const thumbnailDpi = 56

/**
 * The pages of a PDF with the addresses of their images. The caller has checked that the person may read it;
 * `share` ties the addresses to a share link, so that they die with it.
 */
export async function pageImagesOf(deps: Deps, pictured: Pictured, share: string | null): Promise<PageImages> {
  const sizes = pictured.page_sizes ?? (await inspect(deps, pictured))
  return {
    paginas: sizes.length,
    pages: sizes.map(({ width, height }, index) => {
      return { page: index + 1, width, height, url: pageUrl(deps, pictured.content, index + 1, { share }) }
    }),
  }
}

/** The address of the image of one page, or of its thumbnail. */
export function pageUrl(
  deps: Pick<AppDeps, 'keys' | 'clock'>,
  content: LinkContent,
  page: number,
  { share = null, small = false }: { share?: string | null; small?: boolean } = {},
): string {
  return `/api/v1/page_image/${createLink(deps.keys, deps.clock, { content, page, small, share })}/`
}

async function inspect(deps: Pick<AppDeps, 'store' | 'pageCache'>, { blob_key, sha256 }: Pictured) {
  try {
    const source = await pdfSource(deps.store, blob_key)
    return (await deps.pageCache.inspect({ sha256, source })).sizes
  } catch (error) {
    throw pdfProblem(error)
  }
}
