import type { PageImages } from '@foja/contracts/common'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../context.ts'
import { pdfProblem } from './pdf-problem.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { linkTo, type LinkContent, type LinkHolder } from './signed-link.ts'

type Deps = Pick<AppDeps, 'keys' | 'clock' | 'config' | 'store' | 'pageCache'>

/** A PDF whose pages are shown. */
export type Pictured = {
  content: LinkContent
  blob_key: string
  sha256: string
  page_sizes: { width: number; height: number }[] | null
}

/** Dots per inch of a thumbnail: about 460 pixels across an A4 page. */
export const thumbnailDpi = 56

/**
 * The pages of a PDF with links to their images. The caller has checked the permission; the links expire with `holder`.
 */
export async function pageImagesOf(deps: Deps, pictured: Pictured, holder: LinkHolder): Promise<PageImages> {
  const sizes = pictured.page_sizes ?? (await inspect(deps, pictured))
  return {
    paginas: sizes.length,
    pages: sizes.map(({ width, height }, index) => {
      const target = { content: pictured.content, page: index + 1, small: false, holder }
      return { page: target.page, width, height, url: linkTo(deps, 'page_image', target) }
    }),
  }
}

/** Links for signed-in users expire with their session. */
export const holderOf = ({ session }: SessionActor): LinkHolder => ({ kind: 'session', id: session })

async function inspect(deps: Pick<AppDeps, 'store' | 'pageCache'>, { blob_key, sha256 }: Pictured) {
  try {
    const source = await pdfSource(deps.store, blob_key)
    return (await deps.pageCache.inspect({ sha256, source })).sizes
  } catch (error) {
    throw pdfProblem(error)
  }
}
