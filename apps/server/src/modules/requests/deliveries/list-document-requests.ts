import type { listDocumentRequests as endpoint } from '@foja/contracts/document-requests'
import type { PageImages } from '@foja/contracts/common'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import { pageOf } from '../../../http/paging.ts'
import { ProblemError } from '../../../http/problem.ts'
import { findDeliveredFile, holderOf, pageImagesOf } from '../../documents/public.ts'
import { findVisible } from '../manage-request.ts'
import { presentDocumentRequests, storedStatus } from './deliveries.presenter.ts'

/** Requests for documents that the caller may manage, newest first. */
export async function listDocumentRequests(ctx: Ctx, { status, ...query }: z.output<typeof endpoint.query>) {
  const filter = {
    ...query,
    kind: 'documentos',
    status: status === undefined ? undefined : storedStatus(status),
  } as const
  const { rows, count, page } = await findVisible(ctx, filter)
  return pageOf(page, await presentDocumentRequests(ctx, rows), count)
}

/**
 * The pages of a delivered PDF.
 * @throws ProblemError not_found, forbidden, document_not_pdf
 */
export async function readDeliveredPages(ctx: Ctx, id: string): Promise<PageImages> {
  const file = await findDeliveredFile(ctx.db, id)
  authorize('document.ask', ctx.actor, file && { id_company: file.id_company, created_by: file.owner })
  const { mime, nombre, inspected, ...stored } = file!
  if (mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: nombre })
  const pictured = { ...stored, content: { kind: 'delivered', id } as const, page_sizes: inspected.pageSizes }
  return await pageImagesOf(ctx, pictured, holderOf(ctx.actor))
}
