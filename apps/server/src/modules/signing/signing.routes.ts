import { customPdfSigning } from '@foja/contracts/signers'
import type { AppDeps } from '../../deps.ts'
import type { Api } from '../../http/register.ts'
import { signDocument } from './sign-document.ts'

/** The call that signs. */
export function registerSigning(api: Api, deps: Pick<AppDeps, 'db' | 'clock' | 'keys' | 'store' | 'engine'>): void {
  api.route(customPdfSigning, async ({ body, headers, actor, request }) => {
    const input = { actor, ip: request.ip, request: body, idempotencyKey: headers['idempotency-key'] }
    return { status: 200, body: { documents: [await signDocument(deps, input)] } }
  })
}
