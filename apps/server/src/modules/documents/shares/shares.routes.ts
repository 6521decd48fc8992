import {
  createShareDocument,
  getDocumentShare,
  listShare,
  removeShare,
  shareViews,
  updateUserShared,
  userShared,
} from '@foja/contracts/shares'
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

export function registerShares(api: Api, verdicts: Verdicts): void {
  api.route(createShareDocument, async ({ ctx, body, request }) => {
    const { row, token, created } = await createShare(ctx, body)
    const url = `${originOf(request, ctx.config.publicUrl)}/compartido?share=${token}`
    return { status: created ? 201 : 200, body: { ...presentShare(row), share: token, url } }
  })

  api.route(listShare, async ({ ctx: { db, actor }, params }) => {
    await requireDocument(db, actor, 'document.share', params.id)
    return { status: 200, body: (await findShares(db, params.id)).map(presentShare) }
  })

  api.route(removeShare, async ({ ctx, params: { id } }) => {
    await remove(ctx, id)
    return { status: 200, body: { id } }
  })

  api.route(shareViews, async ({ ctx, params }) => {
    const { share } = await requireShare(ctx, params.id)
    const views = await findViews(ctx.db, share.id)
    return { status: 200, body: views.map(({ at, ip }) => ({ at: at.toISOString(), ip })) }
  })

  api.route(userShared, async ({ ctx: { db, actor }, params }) => {
    const { id_company } = await requireDocument(db, actor, 'document.share', params.id)
    return { status: 200, body: { users: await findSharedWith(db, params.id), id_company } }
  })

  api.route(updateUserShared, async ({ ctx, params, body }) => {
    return { status: 200, body: await changeSharedWith(ctx, { id: params.id, users: body.users }) }
  })

  api.route(getDocumentShare, async ({ ctx, query, headers }) => {
    const visit = { token: query.share, password: headers['x-share-password'] }
    return { status: 200, body: await openShare({ ...ctx, verdicts }, visit) }
  })
}
