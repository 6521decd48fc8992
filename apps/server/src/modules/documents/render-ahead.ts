import type { FastifyBaseLogger } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { findBase } from './template-base.ts'
import { findVersionByPath } from './documents.queries.ts'
import { thumbnailDpi } from './page-images.ts'

const pagesAhead = 2

async function render(deps: Pick<AppDeps, 'db' | 'store' | 'pageCache'>, pdfPath: string): Promise<void> {
  const base = await findBase(deps.db, pdfPath)
  const pdf = base ?? (await findVersionByPath(deps.db, pdfPath))
  if (pdf === undefined) return
  const { sha256, paginas } = pdf
  const source = await pdfSource(deps.store, pdf.blob_key)
  if (base !== undefined) await deps.pageCache.page({ sha256, source, page: 1, dpi: thumbnailDpi, ahead: true })
  for (let page = 1; page <= Math.min(paginas ?? 0, pagesAhead); page += 1) {
    await deps.pageCache.page({ sha256, source, page, ahead: true })
  }
}

/**
 * Renders the first pages of new versions and bases in the background, one after another and behind all other requests.
 * Errors are only logged: the request for a page reports them.
 */
export function renderAhead(
  deps: Pick<AppDeps, 'db' | 'store' | 'pageCache'>,
  log: FastifyBaseLogger,
  pdfPaths: string[],
): void {
  const all = async () => {
    for (const pdfPath of pdfPaths) {
      await render(deps, pdfPath).catch((error: unknown) => log.debug({ err: error }, 'page not drawn ahead'))
    }
  }
  void all()
}
