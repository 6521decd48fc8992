import type { Ctx } from '../../context.ts'
import type { AppDeps } from '../../deps.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { findBase } from './template-base.ts'
import { findVersionByPath } from './documents.queries.ts'
import { thumbnailDpi } from './page-images.ts'

const pagesAhead = 2

async function render({ db, store, pageCache }: AppDeps, pdfPath: string): Promise<void> {
  const base = await findBase(db, pdfPath)
  const pdf = base ?? (await findVersionByPath(db, pdfPath))
  if (pdf === undefined) return
  const { sha256, paginas } = pdf
  const source = await pdfSource(store, pdf.blob_key)
  if (base !== undefined) await pageCache.page({ sha256, source, page: 1, dpi: thumbnailDpi, ahead: true })
  for (let page = 1; page <= Math.min(paginas ?? 0, pagesAhead); page += 1) {
    await pageCache.page({ sha256, source, page, ahead: true })
  }
}

/**
 * Renders the first pages of new versions and bases in the background, one after another and behind all other requests.
 * Errors are only logged: the request for a page reports them.
 */
export function renderAhead(ctx: AppDeps & Pick<Ctx, 'log'>, pdfPaths: string[]): void {
  const all = async () => {
    for (const pdfPath of pdfPaths) {
      await render(ctx, pdfPath).catch((error: unknown) => ctx.log.debug({ err: error }, 'page not drawn ahead'))
    }
  }
  void all()
}
