import { evidenceReport } from '@foja/contracts/verification'
import type { Api } from '../../../http/register.ts'
import { originOf } from '../../identity/public.ts'
import type { Verdicts } from '../../verification-core/public.ts'
import { exportEvidence } from './export-evidence.ts'

export function registerEvidence(api: Api, verdicts: Verdicts): void {
  api.route(evidenceReport, async ({ ctx, params, query, request }) => {
    const { pdf, filename } = await exportEvidence(
      { ...ctx, verdicts },
      { id: params.id, utcOffsetMinutes: query.utc_offset ?? 0, origin: originOf(request, ctx.config.publicUrl) },
    )
    const headers = { 'cache-control': 'no-store' }
    return { status: 200, body: { stream: pdf, type: 'application/pdf', length: pdf.length, filename, headers } }
  })
}
