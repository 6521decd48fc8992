import {
  cancelEmail,
  detailsEmail,
  listEmail,
  mailState,
  outbox,
  releaseOutbox,
  retryEmail,
  sendDocumentByEmail,
} from '@foja/contracts/emails'
import type { Actor } from '@foja/contracts/policies'
import type { AppDeps } from '../../deps.ts'
import { authorize } from '../../http/authorize.ts'
import { namedTimeZone, type Locale } from '../../texts/locale.ts'
import type { Api } from '../../http/register.ts'
import { ProblemError } from '../../http/problem.ts'
import { requireDocument, versionsOf } from '../documents/public.ts'
import * as change from './change-email.ts'
import { attachmentBytes, emailResource } from './email-rules.ts'
import { presentEmail, presentEmailDetails, presentSender, type EmailViewer } from './emails.presenter.ts'
import { countWaiting, findDocumentEmails, findEmail, findOutbox, type EmailRow, type Place } from './emails.queries.ts'
import { sendDocumentByEmail as send, type SendDeps } from './send-document-by-email.ts'
import { officeMailbox, ownMailbox } from './mailbox-scope.ts'

/** An outbox cursor for the API: milliseconds and id of the last message. */
const writePlace = ({ at, id }: Place): string => `${at.getTime()}~${id}`

/** Throws `validation_failed` for an invalid cursor. */
function readPlace(text: string): Place {
  const found = /^(?<at>\d{1,15})~(?<id>[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/.exec(text)?.groups
  if (found === undefined) throw new ProblemError('validation_failed', { field: 'before' })
  return { at: new Date(Number(found['at'])), id: found['id']! }
}

export type EmailDeps = SendDeps & Pick<AppDeps, 'db' | 'bus'>

const perPage = 50

export function registerEmails(api: Api, deps: EmailDeps): void {
  const { db, clock } = deps
  const viewer = (actor: Actor, locale: Locale): EmailViewer => ({ actor, locale, now: clock(), mail: deps.mail })
  const requireEmail = async (actor: Actor, id: string): Promise<EmailRow> => {
    const row = await findEmail(db, id)
    authorize('email.read', actor, row === undefined ? undefined : emailResource(row))
    return row!
  }

  api.route(sendDocumentByEmail, async ({ body, actor, locale, request }) => {
    const timeZone = namedTimeZone(request.headers['time-zone'])
    return { status: 200, body: await send(deps, { actor, locale, ip: request.ip, timeZone }, body) }
  })

  api.route(listEmail, async ({ params, actor, locale }) => {
    await requireDocument(db, actor, 'document.email', params.id)
    const rows = await findDocumentEmails(db, params.id)
    return { status: 200, body: rows.map((row) => presentEmail(row, viewer(actor, locale))) }
  })

  api.route(outbox, async ({ query, actor, locale }) => {
    const reach = officeMailbox(actor)
    const before = query.before === undefined ? null : readPlace(query.before)
    const rows = await findOutbox(db, reach, { status: query.status, before, limit: perPage + 1 })
    const last = rows.length > perPage ? rows[perPage - 1] : undefined
    const results = rows.slice(0, perPage).map((row) => presentEmail(row, viewer(actor, locale)))
    const next = last === undefined ? null : writePlace({ at: last.created_at, id: last.id })
    return { status: 200, body: { results, next, counts: await countWaiting(db, reach) } }
  })

  api.route(detailsEmail, async ({ params, actor, locale }) => {
    const row = await requireEmail(actor, params.id)
    const versions = row.delivery === 'attachment' ? await versionsOf(db, row.id_documento!) : []
    const version = versions.find((one) => one.version === row.version)
    const file =
      version === undefined ? null : { nombre: row.documento ?? '', mime: row.documento_mime ?? '', size: version.size }
    return { status: 200, body: presentEmailDetails(row, viewer(actor, locale), file, deps.origin()) }
  })

  api.route(retryEmail, async ({ params, body, actor, locale, request }) => {
    await change.retryEmail(deps, { actor, ip: request.ip }, params.id, body)
    return { status: 200, body: presentEmail(await requireEmail(actor, params.id), viewer(actor, locale)) }
  })

  api.route(cancelEmail, async ({ params, actor, locale, request }) => {
    await change.cancelEmail(deps, { actor, ip: request.ip }, params.id)
    return { status: 200, body: presentEmail(await requireEmail(actor, params.id), viewer(actor, locale)) }
  })

  api.route(releaseOutbox, async ({ actor, request }) => ({
    status: 200,
    body: { released: await change.releaseOutbox(deps, { actor, ip: request.ip }, officeMailbox(actor)) },
  }))

  api.route(mailState, async ({ actor }) => {
    const { mail } = deps
    const { held, failed } = await countWaiting(db, ownMailbox(actor))
    const body = {
      configured: mail !== null,
      from: presentSender(mail),
      held,
      failed,
      attachment_bytes: attachmentBytes,
    }
    return { status: 200, body }
  })
}
