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
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import { reportProblem } from '../../http/errors.ts'
import { presentProblem } from '../../http/problem.ts'
import { can } from '@foja/contracts/policies'
import type { Api } from '../../http/register.ts'
import { renderAhead } from '../documents/public.ts'
import { originOf } from '../identity/public.ts'
import { completeSigning as complete } from './complete-signing.ts'
import { extendSignatures as extend } from './extend-signatures.ts'
import { preflightSigning as preflight } from './preflight-signing.ts'
import { presentDocuments, presentLines } from './preflight.presenter.ts'
import { prepareSigning as prepare } from './prepare-signing.ts'
import { signDocuments } from './sign-documents.ts'
import type { Call, SigningDeps } from './signing-context.ts'
import { changeSettings, readSettings } from './signing-settings.ts'
import { testTimestamp as tryTimestamp } from './test-timestamp.ts'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'

export function registerSigning(
  api: Api,
  given: Omit<SigningDeps, 'mutex'> & Pick<AppDeps, 'pageCache' | 'config'>,
): void {
  const deps = { ...given, mutex: createKeyedMutex() }
  const callOf = (actor: SessionActor, request: FastifyRequest): Call => ({
    actor,
    ip: request.ip,
    origin: originOf(request, given.config.publicUrl),
  })

  api.route(customPdfSigning, async ({ ctx, body, headers, actor, request, locale }) => {
    const idempotencyKey = headers['idempotency-key']
    const outcome = await signDocuments(deps, { call: callOf(actor, request), request: body, idempotencyKey })
    const paths = outcome.documents.map(({ pdf_path }) => pdf_path)
    renderAhead(ctx, paths)
    const failures = outcome.failures.map(({ id_documento, error }) => {
      return { id_documento, problem: presentProblem(reportProblem(error, request.log), locale, request.id) }
    })
    return { status: 200, body: { documents: outcome.documents, failures } }
  })

  api.route(preflightSigning, async ({ body, actor, request, locale }) => {
    const { level, lines, documents } = await preflight(deps, callOf(actor, request), body)
    const problemOf = (error: unknown) => presentProblem(reportProblem(error, request.log), locale, request.id)
    const manages = can('trust.manage', actor)
    const shown = {
      level,
      lines: presentLines(lines, locale, manages),
      documents: presentDocuments(documents, problemOf),
    }
    return { status: 200, body: shown }
  })

  api.route(prepareSigning, async ({ body, actor, request }) => {
    return { status: 200, body: await prepare(deps, callOf(actor, request), body) }
  })

  api.route(completeSigning, async ({ ctx, body, actor, request }) => {
    const document = await complete(deps, callOf(actor, request), body)
    renderAhead(ctx, [document.pdf_path])
    return { status: 200, body: { document } }
  })

  api.route(extendSignatures, async ({ body, headers, actor, request }) => {
    const document = await extend(deps, callOf(actor, request), body, headers['idempotency-key'])
    return { status: 200, body: { document } }
  })

  api.route(getSigningSettings, async ({ actor }) => ({ status: 200, body: await readSettings(deps, actor) }))

  api.route(changeSigningSettings, async ({ body, actor, request }) => {
    return { status: 200, body: await changeSettings(deps, callOf(actor, request), body) }
  })

  api.route(testTimestamp, async ({ actor, request }) => {
    return { status: 200, body: await tryTimestamp(deps, callOf(actor, request)) }
  })
}
