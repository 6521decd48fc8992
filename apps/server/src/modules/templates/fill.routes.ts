import {
  cancelFillBatch,
  detailsFillBatch,
  fillBatchZip,
  fillTemplate,
  startFillBatch,
  templateValues,
} from '@foja/contracts/template-fills'
import { detectFields, previewPdfTemplate, templateDataPdfToImage } from '@foja/contracts/templates'
import type { Actor } from '@foja/contracts/policies'
import type * as z from 'zod/mini'
import type { Api } from '../../http/register.ts'
import { renderAhead } from '../documents/public.ts'
import { requireBase } from './base.ts'
import { presentBatch } from './batch.presenter.ts'
import { cancelFillBatch as cancel, requireBatch } from './cancel-fill-batch.ts'
import { requireSound } from './check-template.ts'
import { defaultLocale } from './create-template.ts'
import { detectFields as detect } from './detect-fields.ts'
import { fillTemplate as fill } from './fill-template.ts'
import { createPreviewShelf } from './preview-shelf.ts'
import { downloadFilled, previewImages, previewPdf, type Fillable } from './preview-template.ts'
import { requireTemplate } from './read-template.ts'
import { startFillBatch as start } from './start-fill-batch.ts'
import { callOf, type TemplateDeps, type BatchDeps } from './template-context.ts'
import { templateValues as valuesOf } from './template-values.ts'
import { zipFillBatch } from './zip-fill-batch.ts'

type Draft = z.output<typeof previewPdfTemplate.body>

async function requireTemplateToFill(deps: TemplateDeps, actor: Actor, id: string) {
  const row = await requireTemplate(deps.db, actor, 'template.read', id)
  return { ...row, content: { kind: 'base', pdf_path: row.pdf_path } as const }
}

/** Resolves what to preview: a template, or a draft with valid fields. */
async function requireDraft(deps: TemplateDeps, actor: Actor, draft: Draft): Promise<Fillable> {
  if ('id' in draft) return await requireTemplateToFill(deps, actor, draft.id)
  const base = await requireBase(deps, actor, draft.pdf_path)
  const locale = draft.locale ?? (await defaultLocale(deps.db, actor.id_company))
  requireSound(base, { fields: draft.fields, locale })
  return { ...base, fields: draft.fields, locale }
}

/** Routes that fill templates. */
export function registerFilling(api: Api, deps: TemplateDeps & BatchDeps): void {
  const { db } = deps
  const withShelf = { ...deps, shelf: createPreviewShelf(deps) }

  api.route(detectFields, async ({ body, actor }) => {
    return { status: 200, body: await detect(deps, actor, body.pdf_path) }
  })

  api.route(previewPdfTemplate, async ({ body, actor }) => {
    const draft = await requireDraft(deps, actor, body)
    if (body.images !== true) return { status: 200, body: await previewPdf(deps, draft, body.data) }
    return { status: 200, body: await previewImages(withShelf, actor, draft, body.data) }
  })

  api.route(templateDataPdfToImage, async ({ params, body, actor }) => {
    const template = await requireTemplateToFill(deps, actor, params.id)
    if (body.isDownload === true) return { status: 200, body: await downloadFilled(deps, template, body.data) }
    return { status: 200, body: await previewImages(withShelf, actor, template, body.data) }
  })

  api.route(templateValues, async ({ params, query, actor, reader }) => {
    const data = await valuesOf(deps, actor, params.id, { idSolicitud: query.id_solicitud, reader })
    return { status: 200, body: { data } }
  })

  api.route(fillTemplate, async (input) => {
    const answer = await fill(deps, callOf(input), input.body)
    if (answer.status === 201) renderAhead(input.ctx, [answer.body.pdf_path])
    return answer
  })

  api.route(startFillBatch, async (input) => {
    const { status, batch } = await start(deps, callOf(input), input.body)
    return { status, body: presentBatch(batch, input.locale) }
  })

  api.route(detailsFillBatch, async ({ params, actor, locale }) => {
    return { status: 200, body: presentBatch(await requireBatch(db, actor, params.id), locale) }
  })

  api.route(cancelFillBatch, async ({ params, actor, locale }) => {
    return { status: 200, body: presentBatch(await cancel(deps, actor, params.id), locale) }
  })

  api.route(fillBatchZip, async ({ ctx, params }) => {
    return { status: 200, body: await zipFillBatch(ctx, params.id) }
  })
}
