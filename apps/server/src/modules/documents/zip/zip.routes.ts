import { downloadZip as endpoint } from '@foja/contracts/documents'
import type { AppDeps } from '../../../deps.ts'
import type { Api } from '../../../http/register.ts'
import { downloadZip } from './download-zip.ts'

export function registerZip(api: Api, deps: Pick<AppDeps, 'db' | 'store' | 'clock'>): void {
  api.route(endpoint, async ({ body, actor, locale }) => ({
    status: 200,
    body: await downloadZip(deps, actor, body.ids_solicitud, locale),
  }))
}
