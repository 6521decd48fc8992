import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Document } from '@foja/contracts/documents'
import type { fillTemplate as fillEndpoint } from '@foja/contracts/template-fills'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { PageImages } from '@foja/contracts/common'
import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { detectFields as detectEndpoint } from '@foja/contracts/templates'
import type { FieldRecipient } from '@foja/contracts/signing-requests'
import type { Ctx } from '../../context.ts'
import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import { findResult, requestKey, runOnce } from '../../lib/idempotency.ts'
import {
  discardFiles,
  findActiveContent,
  keepFiles,
  loosePlace,
  placeIn,
  readDocuments,
  holderOf,
  pageImagesOf,
  type LinkContent,
  pdfProblem,
} from '../documents/public.ts'
import { lockActor } from '../identity/public.ts'
import { inMemory } from '../../lib/in-memory.ts'
import { fillPdf, documentName, type Filling } from './fill-pdf.ts'
import { insertFilled, requireTargetCase } from './insert-filled.ts'
import { requireTemplate } from './read-template.ts'
import { requireValues } from './read-values.ts'
import { forOffice, requireFillers } from './recipient-fields.ts'
import { requireSignatureFields } from './signature-places.ts'
import type { BinaryBody } from '../../http/endpoint-types.ts'
import { safeName } from '../../lib/safe-names.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { requireBase } from './base.ts'

/** A filled PDF stored only for previewing. */
export type Preview = { blob_key: string; sha256: string }

/**
 * Stores previews while their pages are viewed, as files that no row references: any process can show them, and the
 * sweep deletes them after an hour. Keeps the latest few per user, as typing creates many.
 */
type PreviewShelf = { put: (ctx: Ctx, bytes: Uint8Array) => Promise<Preview> }

const mostOfOne = 12

export function createPreviewShelf(): PreviewShelf {
  const shelf = new Map<string, Preview[]>()
  return {
    async put({ store, actor: { id: person } }, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const known = shelf.get(person)?.find((preview) => preview.sha256 === sha256)
      // The sweep may have taken it.
      if (known !== undefined && (await store.exists(known.blob_key))) return known
      const { key: blob_key } = await store.put(inMemory(bytes), { maxBytes: bytes.byteLength })
      const preview = { blob_key, sha256 }
      const all = [preview, ...(shelf.get(person) ?? [])]
      shelf.set(person, all.slice(0, mostOfOne))
      for (const old of all.slice(mostOfOne)) await store.delete(old.blob_key)
      return preview
    },
  }
}

/** A template or a draft with valid fields. */
export type Fillable = {
  /** The content of the base PDF. */
  content: LinkContent
  blob_key: string
  sha256: string
  page_sizes: { width: number; height: number }[]
  fields: readonly TemplateField[]
  locale: TemplateLocale
}

/**
 * Fills the PDF for a preview; missing required values stay empty.
 * @throws ProblemError template_data_wrong, text_not_encodable, image_unsupported, and those of `fillPdf`
 */
export async function previewPdf(ctx: Ctx, draft: Fillable, data: TemplateData): Promise<BinaryBody> {
  const values = requireValues(draft, data, { required: false })
  const stream = await fillPdf(ctx, { ...draft, values })
  return { stream, type: 'application/pdf', length: stream.byteLength }
}

/**
 * Page images of the filled PDF, drawn like those of the future document. Pages without fields use the images of the
 * base, which the browser has cached.
 */
export async function previewImages(
  ctx: Ctx & { shelf: PreviewShelf },
  draft: Fillable,
  data: TemplateData,
): Promise<PageImages> {
  const values = requireValues(draft, data, { required: false })
  const { actor } = ctx
  const base = await pageImagesOf(ctx, draft, holderOf(actor))
  const changed = new Set(draft.fields.map(({ page }) => page))
  if (changed.size === 0) return base
  const { blob_key, sha256 } = await ctx.shelf.put(ctx, await fillPdf(ctx, { ...draft, values }))
  const content = { kind: 'preview', blob_key, sha256, id_company: actor.id_company } as const
  const pictured = { content, blob_key, sha256, page_sizes: draft.page_sizes }
  const filled = await pageImagesOf(ctx, pictured, holderOf(actor))
  return { ...base, pages: base.pages.map((page, index) => (changed.has(page.page) ? filled.pages[index]! : page)) }
}

/**
 * Fills the PDF for download; requires all values.
 * @throws ProblemError those of `previewPdf`
 */
export async function downloadFilled(
  ctx: Ctx,
  template: Fillable & { name: string },
  data: TemplateData,
): Promise<BinaryBody> {
  const values = requireValues(template, data)
  const stream = await fillPdf(ctx, { ...template, values })
  const filename = `${safeName(template.name, 'plantilla')}.pdf`
  return { stream, type: 'application/pdf', length: stream.byteLength, filename }
}

/**
 * Converts the form fields of a PDF to template fields.
 * @throws ProblemError not_found, document_not_pdf, file_too_large, pdf_damaged, pdf_encrypted, pdf_xfa,
 * pdf_cannot_be_filled, unavailable
 */
export async function detectFields(ctx: Ctx, pdfPath: string): Promise<z.input<(typeof detectEndpoint.replies)[200]>> {
  const { blob_key } = await requireBase(ctx, pdfPath)
  try {
    return await ctx.filler.detectFields(await pdfSource(ctx.store, blob_key))
  } catch (error) {
    throw pdfProblem(error, { field: 'pdf_path' })
  }
}

export type Fill = z.output<typeof fillEndpoint.body>
type Result = { status: 200 | 201; body: Document }

/** The result with the created document. */
async function resultOf({ db }: Ctx, [id = '']: readonly string[]): Promise<Result> {
  const [body] = await readDocuments(db, [id])
  // It is in the recycle bin.
  if (body === undefined) throw new ProblemError('not_found')
  return { status: 200, body }
}

/**
 * Fills a template and stores the PDF, which no row references yet. `recipients`: those who are asked to sign it, some of
 * whom fill fields later.
 */
export async function fillAndStore(ctx: Ctx, input: Fill, recipients: readonly FieldRecipient[] = []) {
  const { db, actor } = ctx
  const template = await requireTemplate(db, actor, 'template.read', input.id)
  if (template.archived_at !== null) throw new ProblemError('template_archived')
  requireSignatureFields(template, recipients, 'recipients')
  await requireTargetCase(db, actor, template, input.id_solicitud)
  requireFillers(template, recipients, input.data)
  const values = requireValues(forOffice(template, recipients), input.data)
  return { template, ...(await storeFilled(ctx, { ...template, values, flatten: input.flatten })) }
}

/** Fills the PDF of a template and stores it; no row references it yet. */
export async function storeFilled(deps: Pick<AppDeps, 'store' | 'filler' | 'engine'>, filling: Filling) {
  const bytes = await fillPdf(deps, filling)
  const activeContent = await findActiveContent(deps, bytes)
  const stored = await deps.store.put(inMemory(bytes), { maxBytes: bytes.byteLength })
  return { stored, activeContent }
}

/**
 * Creates a document from a template: appended to the request `id_solicitud`, or outside every case file without it.
 * Returns 200 with the first result when the same user repeats the same request with the same key.
 * @throws ProblemError not_found, forbidden, validation_failed, id_in_use, template_archived, transition_not_allowed,
 * solicitud_concluded, template_data_wrong, text_not_encodable, image_unsupported, pdf_cannot_be_filled
 */
export async function fillTemplate(ctx: Ctx, input: Fill): Promise<Result> {
  const { db, store, clock, actor, ip } = ctx
  const { key, ...content } = input
  const request = requestKey(actor.id, 'documents', key, { fill: content })
  const before = await findResult<string[]>(db, request)
  if (before !== undefined) return await resultOf(ctx, before)
  const { template, stored, activeContent } = await fillAndStore(ctx, input)
  const nombre = documentName(input.nombre, template.name)
  const insert = async (trx: Transaction<Database>) => {
    const at = clock()
    const { id_solicitud } = input
    const place = id_solicitud === undefined ? loosePlace(actor) : await placeIn(trx, actor, id_solicitud, at)
    return [await insertFilled(trx, ctx, { template, nombre, stored, activeContent, place, actor, ip, at })]
  }
  const { result: ids, repeated } = await keepFiles(store, [stored.key], () =>
    runOnce(ctx, request, insert, (trx) => lockActor(trx, actor, clock())),
  )
  if (repeated) await discardFiles(store, [stored.key])
  const result = await resultOf(ctx, ids)
  return repeated ? result : { ...result, status: 201 }
}
