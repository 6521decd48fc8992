import {
  cancelFillBatch,
  detailsFillBatch,
  fillBatchZip,
  fillTemplate,
  startFillBatch,
  templateValues,
} from '@foja/contracts/template-fills'
import { detectFields, previewPdfTemplate, templateDataPdfToImage } from '@foja/contracts/templates'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import type { Api } from '../../http/register.ts'
import { renderAhead } from '../documents/public.ts'
import { requireBase } from './base.ts'
import { presentBatch } from './batch.presenter.ts'
import { cancelFillBatch as cancel, requireBatch } from './cancel-fill-batch.ts'
import { requireSound } from './check-template.ts'
import { defaultLocale } from './save-template.ts'
import {
  detectFields as detect,
  fillTemplate as fill,
  createPreviewShelf,
  downloadFilled,
  previewImages,
  previewPdf,
  type Fillable,
} from './fill-template.ts'
import { requireTemplate } from './read-template.ts'
import { startFillBatch as start } from './start-fill-batch.ts'
import { templateValues as valuesOf } from './template-values.ts'
import { zipFillBatch } from './zip-fill-batch.ts'

type Draft = z.output<typeof previewPdfTemplate.body>

async function requireTemplateToFill({ db, actor }: Ctx, id: string) {
  const row = await requireTemplate(db, actor, 'template.read', id)
  return { ...row, content: { kind: 'base', pdf_path: row.pdf_path } as const }
}

/** Resolves what to preview: a template, or a draft with valid fields. */
async function requireDraft(ctx: Ctx, draft: Draft): Promise<Fillable> {
  if ('id' in draft) return await requireTemplateToFill(ctx, draft.id)
  const base = await requireBase(ctx, draft.pdf_path)
  const locale = draft.locale ?? (await defaultLocale(ctx.db, ctx.actor.id_company))
  requireSound(base, { fields: draft.fields, locale })
  return { ...base, fields: draft.fields, locale }
}

/** Routes that fill templates. */
export function registerFilling(api: Api): void {
  const shelf = createPreviewShelf()

  api.route(detectFields, async ({ ctx, body }) => ({ status: 200, body: await detect(ctx, body.pdf_path) }))

  api.route(previewPdfTemplate, async ({ ctx, body }) => {
    const draft = await requireDraft(ctx, body)
    if (body.images !== true) return { status: 200, body: await previewPdf(ctx, draft, body.data) }
    return { status: 200, body: await previewImages({ ...ctx, shelf }, draft, body.data) }
  })

  api.route(templateDataPdfToImage, async ({ ctx, params, body }) => {
    const template = await requireTemplateToFill(ctx, params.id)
    if (body.isDownload === true) return { status: 200, body: await downloadFilled(ctx, template, body.data) }
    return { status: 200, body: await previewImages({ ...ctx, shelf }, template, body.data) }
  })

  api.route(templateValues, async ({ ctx, params, query }) => {
    const data = await valuesOf(ctx, { id: params.id, idSolicitud: query.id_solicitud })
    return { status: 200, body: { data } }
  })

  api.route(fillTemplate, async ({ ctx, body }) => {
    const answer = await fill(ctx, body)
    if (answer.status === 201) renderAhead(ctx, [answer.body.pdf_path])
    return answer
  })

  api.route(startFillBatch, async ({ ctx, body }) => {
    const { status, batch } = await start(ctx, body)
    return { status, body: presentBatch(batch, ctx.locale) }
  })

  api.route(detailsFillBatch, async ({ ctx, params }) => {
    return { status: 200, body: presentBatch(await requireBatch(ctx, params.id), ctx.locale) }
  })

  api.route(cancelFillBatch, async ({ ctx, params }) => {
    return { status: 200, body: presentBatch(await cancel(ctx, params.id), ctx.locale) }
  })

  api.route(fillBatchZip, async ({ ctx, params }) => ({ status: 200, body: await zipFillBatch(ctx, params.id) }))
}
