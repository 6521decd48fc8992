import { createShareDocument, getDocumentShare, listShare, removeShare } from '@foja/contracts/shares'
import type { AppDeps } from '../../deps.ts'
import type { Api } from '../../http/register.ts'
import { requireDocument } from '../documents/documents.public.ts'
import { originOf } from '../session/session.public.ts'
import type { Verdicts } from '../verification/verification.public.ts'
import { createShare } from './create-share.ts'
import { openShare } from './open-share.ts'
import { removeShare as remove } from './remove-share.ts'
import { presentShare } from './shares.presenter.ts'
import { findShares } from './shares.queries.ts'

export type ShareDeps = Pick<AppDeps, 'config' | 'db' | 'clock' | 'keys' | 'store' | 'pageCache' | 'engine'> & {
  verdicts: Verdicts
}

/** The calls about share links. */
export function registerShares(api: Api, deps: ShareDeps): void {
  api.route(createShareDocument, async ({ body, actor, request }) => {
    const { row, token } = await createShare(deps, actor, request.ip, body)
    const url = `${originOf(request, deps.config.publicUrl)}/compartido?share=${token}`
    return { status: 201, body: { ...presentShare(row), share: token, url } }
  })

  api.route(listShare, async ({ params, actor }) => {
    await requireDocument(deps.db, actor, 'document.share', params.id)
    return { status: 200, body: (await findShares(deps.db, params.id)).map(presentShare) }
  })

  api.route(removeShare, async ({ params, actor, request }) => {
    await remove(deps, actor, request.ip, params.id)
    return { status: 200, body: { id: params.id } }
  })

  api.route(getDocumentShare, async ({ query, headers, request, reader }) => {
    const visit = { token: query.share, password: headers['x-share-password'], ip: request.ip, reader }
    return { status: 200, body: await openShare(deps, visit) }
  })
}
