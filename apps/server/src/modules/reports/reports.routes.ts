import { search, summary } from '@foja/contracts/home'
import { evidenceReport } from '@foja/contracts/verification'
import type { Api } from '../../http/register.ts'
import { originOf } from '../identity/public.ts'
import type { Verdicts } from '../verification-core/public.ts'
import { exportEvidence } from './evidence/export-evidence.ts'
import { readSummary } from './home/read-summary.ts'
import { searchEverything } from './search/search-everything.ts'

/** The home page, the search of the command bar, and the evidence report. */
export function registerReports(api: Api, verdicts: Verdicts): void {
  api.route(summary, async ({ ctx, query }) => ({ status: 200, body: await readSummary(ctx, query) }))

  api.route(search, async ({ ctx, query }) => {
    return { status: 200, body: { results: await searchEverything(ctx, query.q) } }
  })

  api.route(evidenceReport, async ({ ctx, params, query, request }) => {
    const { pdf, filename } = await exportEvidence(
      { ...ctx, verdicts },
      { id: params.id, utcOffsetMinutes: query.utc_offset ?? 0, origin: originOf(request, ctx.config.publicUrl) },
    )
    const headers = { 'cache-control': 'no-store' }
    return { status: 200, body: { stream: pdf, type: 'application/pdf', length: pdf.length, filename, headers } }
  })
}
