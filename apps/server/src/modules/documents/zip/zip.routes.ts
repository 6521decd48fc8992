import { downloadZip as endpoint } from '@foja/contracts/documents'
import type { Api } from '../../../http/register.ts'
import { downloadZip } from './download-zip.ts'

export function registerZip(api: Api): void {
  api.route(endpoint, async ({ ctx, body }) => ({ status: 200, body: await downloadZip(ctx, body) }))
}
