import { customPdfSigning } from '@foja/contracts/signing'
import type { Api } from '../../http/register.ts'
import type { AppDeps } from '../../deps.ts'
import { renderAhead } from '../documents/documents.public.ts'
import { signDocument, type SigningDeps } from './sign-document.ts'
import { createTurns } from './turns.ts'

/** The call that signs. */
export function registerSigning(api: Api, deps: Omit<SigningDeps, 'turns'> & Pick<AppDeps, 'pageCache'>): void {
  const turns = createTurns()

  api.route(customPdfSigning, async ({ body, headers, actor, request }) => {
    const input = { actor, ip: request.ip, request: body, idempotencyKey: headers['idempotency-key'] }
    const signed = await signDocument({ ...deps, turns }, input)
    renderAhead(deps, request.log, [signed.pdf_path])
    return { status: 200, body: { documents: [signed], failures: [] } }
  })
}
