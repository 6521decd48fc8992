import type { PageImages } from '@foja/contracts/common'
import type { AppDeps } from '../../deps.ts'
import { pdfProblem } from './pdf-problem.ts'
import { pdfSource } from '../../engine/pdf-source.ts'
import { createLink } from './signed-link.ts'

type Version = {
  id: string
  blob_key: string
  sha256: string
  page_sizes: { width: number; height: number }[] | null
}

/**
 * The pages of a version with the addresses of their images. The caller has checked that the person may read it;
 * `share` ties the addresses to a share link, so that they die with it.
 */
export async function pageImagesOf(
  deps: Pick<AppDeps, 'keys' | 'clock' | 'store' | 'pageCache'>,
  version: Version,
  share: string | null,
): Promise<PageImages> {
  const sizes = version.page_sizes ?? (await inspect(deps, version))
  return {
    paginas: sizes.length,
    pages: sizes.map(({ width, height }, index) => {
      const token = createLink(deps.keys, deps.clock, { version: version.id, page: index + 1, share })
      return { page: index + 1, width, height, url: `/api/v1/page_image/${token}/` }
    }),
  }
}

async function inspect(deps: Pick<AppDeps, 'store' | 'pageCache'>, version: Version) {
  try {
    const source = await pdfSource(deps.store, version.blob_key)
    return (await deps.pageCache.inspect({ sha256: version.sha256, source })).sizes
  } catch (error) {
    throw pdfProblem(error)
  }
}
