import { evidenceReport } from '@foja/contracts/verification'
import type { AppDeps } from '../../../deps.ts'
import type { Api } from '../../../http/register.ts'
import { originOf } from '../../identity/public.ts'
import type { Verdicts } from '../../verification-core/public.ts'
import { exportEvidence } from './export-evidence.ts'

export type EvidenceDeps = Pick<AppDeps, 'config' | 'db' | 'clock' | 'store'> & { verdicts: Verdicts }

export function registerEvidence(api: Api, deps: EvidenceDeps): void {
  api.route(evidenceReport, async ({ params, query, actor, locale, request }) => {
    const warn = (error: unknown) => request.log.warn({ err: error }, 'the export of evidence was not recorded')
    const { pdf, filename } = await exportEvidence(
      { ...deps, warn },
      {
        actor,
        ip: request.ip,
        idDocumento: params.id,
        locale,
        utcOffsetMinutes: query.utc_offset ?? 0,
        origin: originOf(request, deps.config.publicUrl),
      },
    )
    const headers = { 'cache-control': 'no-store' }
    return { status: 200, body: { stream: pdf, type: 'application/pdf', length: pdf.length, filename, headers } }
  })
}
