import {
  deleteTemplate,
  detailsTemplate,
  exportTemplate,
  importTemplate,
  listTemplate,
  renameTemplate,
  restoreTemplate,
  saveTemplate,
  templatePdfToImage,
} from '@foja/contracts/templates'
import type { Api } from '../../http/register.ts'
import { holderOf, pageImagesOf, renderAhead } from '../documents/public.ts'
import {
  deleteTemplate as remove,
  exportTemplate as exportFile,
  importTemplate as importFile,
  renameTemplate as rename,
  restoreTemplate as restore,
} from './manage-templates.ts'
import { readTemplate, requireTemplate } from './read-template.ts'
import { saveTemplate as save } from './save-template.ts'
import { presentSummary } from './templates.presenter.ts'
import { findTemplates } from './templates.queries.ts'

/** Routes that manage templates. */
export function registerTemplates(api: Api): void {
  api.route(listTemplate, async ({ ctx, query }) => {
    const rows = await findTemplates(ctx.db, ctx.actor, { q: query.q ?? '', archived: query.archived === '1' })
    return { status: 200, body: rows.map((row) => presentSummary(ctx, row)) }
  })

  api.route(detailsTemplate, async ({ ctx, params, query }) => {
    return { status: 200, body: await readTemplate(ctx, params.id, query.version) }
  })

  api.route(saveTemplate, async ({ ctx, body }) => {
    const saved = await save(ctx, body)
    renderAhead(ctx, [saved.body.pdf_path])
    return saved
  })

  api.route(renameTemplate, async ({ ctx, params, query }) => {
    return { status: 200, body: await rename(ctx, { id: params.id, name: query.q }) }
  })

  api.route(deleteTemplate, async ({ ctx, params }) => ({ status: 200, body: await remove(ctx, params.id) }))
  api.route(restoreTemplate, async ({ ctx, body }) => ({ status: 200, body: await restore(ctx, body.id) }))

  api.route(templatePdfToImage, async ({ ctx, params }) => {
    const row = await requireTemplate(ctx.db, ctx.actor, 'template.read', params.id)
    const content = { kind: 'base', pdf_path: row.pdf_path } as const
    return { status: 200, body: await pageImagesOf(ctx, { content, ...row }, holderOf(ctx.actor)) }
  })

  api.route(exportTemplate, async ({ ctx, params }) => ({ status: 200, body: await exportFile(ctx, params.id) }))

  api.route(importTemplate, async ({ ctx, parts }) => {
    const template = await importFile(ctx, parts)
    renderAhead(ctx, [template.pdf_path])
    return { status: 201, body: template }
  })
}
