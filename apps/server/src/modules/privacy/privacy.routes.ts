import {
  changeRetention,
  erasePersonalData,
  exportOwnData,
  exportPersonalData,
  holdCase,
  readCaseHold,
  readPersonalData,
  readRetention,
} from '@foja/contracts/privacy'
import type { Api } from '../../http/register.ts'
import { holdCase as hold, readHold } from './case-hold.ts'
import { erasePerson } from './erase-person.ts'
import { exportOwn, exportPerson } from './export-person.ts'
import { previewErasure } from './preview-erasure.ts'
import { changeRetention as change, readRetention as read } from './retention.ts'

export function registerPrivacy(api: Api): void {
  api.route(readPersonalData, async ({ ctx, query }) => ({
    status: 200,
    body: await previewErasure(ctx, query.persona),
  }))
  api.route(exportPersonalData, async ({ ctx, query }) => ({
    status: 200,
    body: await exportPerson(ctx, query.persona),
  }))
  api.route(exportOwnData, async ({ ctx }) => ({ status: 200, body: await exportOwn(ctx) }))
  api.route(erasePersonalData, async ({ ctx, body }) => ({ status: 200, body: await erasePerson(ctx, body) }))
  api.route(readRetention, async ({ ctx, query }) => ({ status: 200, body: await read(ctx, query.empresa) }))
  api.route(changeRetention, async ({ ctx, body }) => ({ status: 200, body: await change(ctx, body) }))
  api.route(readCaseHold, async ({ ctx, params }) => ({ status: 200, body: await readHold(ctx, params.id) }))
  api.route(holdCase, async ({ ctx, body }) => ({ status: 200, body: await hold(ctx, body) }))
}
