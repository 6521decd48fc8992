import { conveneParties, detailsConvocation, recipientAnswer } from '@foja/contracts/convocations'
import {
  cancelDocumentRequest,
  createDocumentRequest,
  deliveredPages,
  detailsDocumentRequest,
  listDocumentRequests,
  recipientDeliver,
  recipientReceipt,
  recipientWithdraw,
  requestChecklist,
  reviewRequirement,
} from '@foja/contracts/document-requests'
import {
  recipientApprove,
  recipientCode,
  recipientComplete,
  recipientDecline,
  recipientDelegate,
  recipientFill,
  recipientPrepare,
  recipientRequest,
  recipientSignSimple,
} from '@foja/contracts/recipients'
import { requestFromTemplate as fromTemplate } from '@foja/contracts/template-fills'
import {
  cancelSigningRequest,
  createSigningRequest,
  deleteSigningRequest,
  detailsSigningRequest,
  listSigningRequests,
  recipientLink,
  remindRecipient,
  sendSigningRequest,
  updateRecipient,
} from '@foja/contracts/signing-requests'
import type { Api } from '../../http/register.ts'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'
import { renderAhead } from '../documents/public.ts'
import { originOf } from '../identity/public.ts'
import { createRequest, presentRequest, requireRequest, sendRequest } from './create-request.ts'
import { answerConvocation } from './convocations/answer-convocation.ts'
import { convene, presentConvocation } from './convocations/convene-parties.ts'
import { presentDocumentRequest } from './deliveries/deliveries.presenter.ts'
import { createDocumentRequest as createDelivery, readChecklist } from './deliveries/create-document-request.ts'
import { deleteDraft } from './draft.ts'
import { deliverFiles, withdrawFile } from './deliveries/deliver-files.ts'
import { drawReceipt } from './deliveries/delivery-receipt.ts'
import { listDocumentRequests as listDeliveries, readDeliveredPages } from './deliveries/list-document-requests.ts'
import { reviewRequirement as review } from './deliveries/review-requirement.ts'
import {
  cancelOfKind,
  cancelRequest,
  copyRecipientLink,
  correctRecipient,
  listRequests,
  remindRecipient as remind,
} from './manage-request.ts'
import { approve, decline, delegate } from './recipient-acts.ts'
import { answerCode } from './recipient-code.ts'
import { fillFields } from './recipient-fill.ts'
import { completeForRecipient, prepareForRecipient } from './recipient-sign.ts'
import { signSimple } from './recipient-sign-simple.ts'
import { requestFromTemplate } from './request-from-template.ts'
import { viewRequest } from './recipient-view.ts'

export function registerRequests(api: Api): void {
  const mutex = createKeyedMutex()

  api.route(createSigningRequest, async ({ ctx, body }) => ({ status: 201, body: await createRequest(ctx, body) }))
  api.route(fromTemplate, async ({ ctx, body }) => ({ status: 201, body: await requestFromTemplate(ctx, body) }))
  api.route(listSigningRequests, async ({ ctx, query }) => ({ status: 200, body: await listRequests(ctx, query) }))
  api.route(detailsSigningRequest, async ({ ctx, params: { id } }) => {
    await requireRequest(ctx, id, 'firmas')
    return { status: 200, body: await presentRequest(ctx, id) }
  })
  api.route(sendSigningRequest, async ({ ctx, body }) => ({ status: 200, body: await sendRequest(ctx, body.id) }))
  api.route(deleteSigningRequest, async ({ ctx, params: { id } }) => {
    await deleteDraft(ctx, id)
    return { status: 200, body: { id } }
  })
  api.route(recipientLink, async ({ ctx, body }) => {
    return { status: 200, body: { url: await copyRecipientLink(ctx, body.id_recipient) } }
  })
  api.route(remindRecipient, async ({ ctx, body }) => ({ status: 200, body: await remind(ctx, body.id_recipient) }))
  api.route(updateRecipient, async ({ ctx, body }) => ({ status: 200, body: await correctRecipient(ctx, body) }))
  api.route(cancelSigningRequest, async ({ ctx, body }) => ({ status: 200, body: await cancelRequest(ctx, body) }))

  api.route(recipientRequest, async ({ ctx, headers }) => {
    return { status: 200, body: await viewRequest(ctx, headers['x-recipient']) }
  })
  api.route(recipientCode, async ({ ctx, headers, body }) => ({
    status: 200,
    body: await answerCode(ctx, headers['x-recipient'], body.code),
  }))
  api.route(recipientFill, async ({ ctx, headers, body }) => {
    return { status: 200, body: await fillFields(ctx, headers['x-recipient'], body.data) }
  })
  api.route(recipientPrepare, async ({ ctx, headers, body, request }) => {
    const requestOrigin = originOf(request, ctx.config.publicUrl)
    return {
      status: 200,
      body: await prepareForRecipient({ ...ctx, mutex, requestOrigin }, headers['x-recipient'], body),
    }
  })
  api.route(recipientComplete, async ({ ctx, headers, body, request }) => {
    const requestOrigin = originOf(request, ctx.config.publicUrl)
    const done = await completeForRecipient({ ...ctx, mutex, requestOrigin }, headers['x-recipient'], body)
    renderAhead(ctx, [done.document.pdf_path])
    return { status: 200, body: done }
  })
  api.route(recipientSignSimple, async ({ ctx, headers, body, request }) => {
    const requestOrigin = originOf(request, ctx.config.publicUrl)
    const done = await signSimple({ ...ctx, mutex, requestOrigin }, headers['x-recipient'], body)
    const paths = done.documents.map(({ pdf_path }) => pdf_path)
    renderAhead(ctx, paths)
    return { status: 200, body: done }
  })
  api.route(recipientApprove, async ({ ctx, headers }) => {
    return { status: 200, body: await approve(ctx, headers['x-recipient']) }
  })
  api.route(recipientDecline, async ({ ctx, headers, body }) => {
    return { status: 200, body: await decline(ctx, headers['x-recipient'], body.motivo) }
  })
  api.route(recipientDelegate, async ({ ctx, headers, body }) => {
    return { status: 200, body: await delegate(ctx, headers['x-recipient'], body) }
  })

  api.route(createDocumentRequest, async ({ ctx, body }) => ({ status: 201, body: await createDelivery(ctx, body) }))
  api.route(listDocumentRequests, async ({ ctx, query }) => ({ status: 200, body: await listDeliveries(ctx, query) }))
  api.route(detailsDocumentRequest, async ({ ctx, params: { id } }) => {
    await requireRequest(ctx, id, 'documentos')
    return { status: 200, body: await presentDocumentRequest(ctx, id) }
  })
  api.route(requestChecklist, async ({ ctx, params }) => ({
    status: 200,
    body: await readChecklist(ctx, params.id_solicitud),
  }))
  api.route(deliveredPages, async ({ ctx, params }) => ({
    status: 200,
    body: await readDeliveredPages(ctx, params.id),
  }))
  api.route(reviewRequirement, async ({ ctx, body }) => ({ status: 200, body: await review(ctx, body) }))
  api.route(cancelDocumentRequest, async ({ ctx, body }) => {
    await cancelOfKind(ctx, { ...body, kind: 'documentos' })
    return { status: 200, body: await presentDocumentRequest(ctx, body.id) }
  })

  api.route(conveneParties, async ({ ctx, body }) => ({ status: 201, body: await convene(ctx, body) }))
  api.route(detailsConvocation, async ({ ctx, params }) => {
    return { status: 200, body: await presentConvocation(ctx, params.id) }
  })
  api.route(recipientAnswer, async ({ ctx, headers, body }) => {
    return { status: 200, body: await answerConvocation(ctx, headers['x-recipient'], body) }
  })

  api.route(recipientDeliver, async ({ ctx, headers, parts }) => {
    return { status: 200, body: await deliverFiles(ctx, headers['x-recipient'], parts) }
  })
  api.route(recipientWithdraw, async ({ ctx, headers, params }) => {
    return { status: 200, body: await withdrawFile(ctx, headers['x-recipient'], params.id) }
  })
  api.route(recipientReceipt, async ({ ctx, headers }) => {
    const { pdf, filename } = await drawReceipt(ctx, headers['x-recipient'])
    return { status: 200, body: { stream: pdf, type: 'application/pdf', length: pdf.length, filename } }
  })
}
