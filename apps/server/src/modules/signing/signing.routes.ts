import {
  changeSigningSettings,
  completeSigning,
  customPdfSigning,
  extendSignatures,
  getSigningSettings,
  preflightSigning,
  prepareSigning,
  testTimestamp,
} from '@foja/contracts/signing'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../context.ts'
import { reportProblem } from '../../http/errors.ts'
import { presentProblem } from '../../http/problem.ts'
import { can } from '@foja/contracts/policies'
import type { Api } from '../../http/register.ts'
import { renderAhead } from '../documents/public.ts'
import { basePath } from '../../public-origin.ts'
import { originOf } from '../identity/public.ts'
import { completeSigning as complete, prepareSigning as prepare } from './prepared-signing.ts'
import { userSignatory } from './signatory.ts'
import { findSigner } from './signers/stored-key.ts'
import { extendSignatures as extend } from './extend-signatures.ts'
import { preflightSigning as preflight } from './preflight-signing.ts'
import { presentDocuments, presentLines } from './preflight.presenter.ts'
import { signDocuments } from './sign-documents.ts'
import type { SigningCtx } from './signing-context.ts'
import { changeSettings, readSettings, testTimestamp as tryTimestamp } from './signing-settings.ts'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'

export function registerSigning(api: Api): void {
  const mutex = createKeyedMutex()
  const signing = (ctx: Ctx, request: FastifyRequest): SigningCtx => ({
    ...ctx,
    mutex,
    requestOrigin: originOf(request, ctx.config.publicUrl),
  })
  const problemIn =
    ({ log, locale, requestId, config }: Ctx) =>
    (error: unknown) =>
      presentProblem(reportProblem(error, log), locale, requestId, basePath(config))

  api.route(customPdfSigning, async ({ ctx, body, headers, request }) => {
    const input = { request: body, idempotencyKey: headers['idempotency-key'] }
    const { documents, failures } = await signDocuments(signing(ctx, request), input)
    const paths = documents.map(({ pdf_path }) => pdf_path)
    renderAhead(ctx, paths)
    const problemOf = problemIn(ctx)
    const failed = failures.map(({ id_documento, error }) => ({ id_documento, problem: problemOf(error) }))
    return { status: 200, body: { documents, failures: failed } }
  })

  api.route(preflightSigning, async ({ ctx, body }) => {
    const { level, lines, documents } = await preflight(ctx, body)
    const shown = {
      level,
      lines: presentLines(lines, ctx.locale, can('trust.manage', ctx.actor)),
      documents: presentDocuments(documents, problemIn(ctx)),
    }
    return { status: 200, body: shown }
  })

  api.route(prepareSigning, async ({ ctx, body, request }) => {
    const image = (await findSigner(ctx.db, ctx.actor.id))?.image ?? null
    return { status: 200, body: await prepare({ ...signing(ctx, request), by: userSignatory(ctx) }, body, { image }) }
  })

  api.route(completeSigning, async ({ ctx, body }) => {
    const document = await complete({ ...ctx, mutex, by: userSignatory(ctx) }, body)
    renderAhead(ctx, [document.pdf_path])
    return { status: 200, body: { document } }
  })

  api.route(extendSignatures, async ({ ctx, body, headers, request }) => {
    const input = { request: body, idempotencyKey: headers['idempotency-key'] }
    return { status: 200, body: { document: await extend(signing(ctx, request), input) } }
  })

  api.route(getSigningSettings, async ({ ctx }) => ({ status: 200, body: await readSettings(ctx) }))
  api.route(changeSigningSettings, async ({ ctx, body }) => ({ status: 200, body: await changeSettings(ctx, body) }))
  api.route(testTimestamp, async ({ ctx }) => ({ status: 200, body: await tryTimestamp(ctx) }))
}
