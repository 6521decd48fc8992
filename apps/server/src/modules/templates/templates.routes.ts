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
import { deleteTemplate as remove } from './delete-template.ts'
import { exportTemplate as exportFile } from './export-template.ts'
import { importTemplate as importFile } from './import-template.ts'
import { readTemplate, requireTemplate } from './read-template.ts'
import { renameTemplate as rename } from './rename-template.ts'
import { restoreTemplate as restore } from './restore-template.ts'
import { saveTemplate as save } from './save-template.ts'
import { callOf, type TemplateDeps } from './template-context.ts'
import { presentSummary } from './templates.presenter.ts'
import { findTemplates } from './templates.queries.ts'

/** Routes that manage templates. */
export function registerTemplates(api: Api, deps: TemplateDeps): void {
  const { db } = deps

  api.route(listTemplate, async ({ query, actor }) => {
    const rows = await findTemplates(db, actor, { q: query.q ?? '', archived: query.archived === '1' })
    return { status: 200, body: rows.map((row) => presentSummary(deps, row, actor)) }
  })

  api.route(detailsTemplate, async ({ params, query, actor }) => {
    return { status: 200, body: await readTemplate(deps, actor, params.id, query.version) }
  })

  api.route(saveTemplate, async (input) => {
    const saved = await save(deps, callOf(input), input.body)
    renderAhead(input.ctx, [saved.body.pdf_path])
    return saved
  })

  api.route(renameTemplate, async (input) => {
    return { status: 200, body: await rename(deps, callOf(input), input.params.id, input.query.q) }
  })

  api.route(deleteTemplate, async (input) => {
    return { status: 200, body: await remove(deps, callOf(input), input.params.id) }
  })

  api.route(restoreTemplate, async (input) => {
    return { status: 200, body: await restore(deps, callOf(input), input.body.id) }
  })

  api.route(templatePdfToImage, async ({ params, actor }) => {
    const row = await requireTemplate(db, actor, 'template.read', params.id)
    const content = { kind: 'base', pdf_path: row.pdf_path } as const
    return { status: 200, body: await pageImagesOf(deps, { content, ...row }, holderOf(actor)) }
  })

  api.route(exportTemplate, async ({ params, actor }) => {
    return { status: 200, body: await exportFile(deps, actor, params.id) }
  })

  api.route(importTemplate, async (input) => {
    const template = await importFile(deps, callOf(input), input.parts)
    renderAhead(input.ctx, [template.pdf_path])
    return { status: 201, body: template }
  })
}
