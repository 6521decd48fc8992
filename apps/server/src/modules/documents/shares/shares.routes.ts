import {
  createShareDocument,
  getDocumentShare,
  listShare,
  removeShare,
  shareViews,
  updateUserShared,
  userShared,
} from '@foja/contracts/shares'
import type { AppDeps } from '../../../deps.ts'
import type { Api } from '../../../http/register.ts'
import { requireDocument } from '../require-document.ts'
import { originOf } from '../../identity/public.ts'
import type { Verdicts } from '../../verification-core/public.ts'
import { changeSharedWith } from './change-shared-with.ts'
import { createShare } from './create-share.ts'
import { openShare } from './open-share.ts'
import { removeShare as remove, requireShare } from './remove-share.ts'
import { presentShare } from './shares.presenter.ts'
import { findSharedWith, findShares, findViews } from './shares.queries.ts'

export type ShareDeps = Pick<
  AppDeps,
  | 'config'
  | 'db'
  | 'clock'
  | 'keys'
  | 'store'
  | 'pageCache'
  | 'engine'
  | 'bus'
  | 'queue'
  | 'origin'
  | 'mail'
  | 'timeZone'
> & {
  verdicts: Verdicts
}

export function registerShares(api: Api, deps: ShareDeps): void {
  api.route(createShareDocument, async ({ body, actor, request }) => {
    const { row, token, created } = await createShare(deps, actor, request.ip, body)
    const url = `${originOf(request, deps.config.publicUrl)}/compartido?share=${token}`
    return { status: created ? 201 : 200, body: { ...presentShare(row), share: token, url } }
  })

  api.route(listShare, async ({ params, actor }) => {
    await requireDocument(deps.db, actor, 'document.share', params.id)
    return { status: 200, body: (await findShares(deps.db, params.id)).map(presentShare) }
  })

  api.route(removeShare, async ({ params, actor, request }) => {
    await remove(deps, actor, request.ip, params.id)
    return { status: 200, body: { id: params.id } }
  })

  api.route(shareViews, async ({ params, actor }) => {
    const { share } = await requireShare(deps.db, actor, params.id)
    const views = await findViews(deps.db, share.id)
    return { status: 200, body: views.map(({ at, ip }) => ({ at: at.toISOString(), ip })) }
  })

  api.route(userShared, async ({ params, actor }) => {
    const { id_company } = await requireDocument(deps.db, actor, 'document.share', params.id)
    return { status: 200, body: { users: await findSharedWith(deps.db, params.id), id_company } }
  })

  api.route(updateUserShared, async ({ params, body, actor, request }) => {
    return { status: 200, body: await changeSharedWith(deps, { actor, ip: request.ip }, params.id, body.users) }
  })

  api.route(getDocumentShare, async ({ query, headers, request, reader }) => {
    const visit = { token: query.share, password: headers['x-share-password'], ip: request.ip, reader }
    return { status: 200, body: await openShare(deps, visit) }
  })
}
