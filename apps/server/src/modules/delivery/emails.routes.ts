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
import { changeMailSettings, getMailSettings, removeMailSettings, testMail } from '@foja/contracts/mail-settings'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import type { Api } from '../../http/register.ts'
import { ProblemError } from '../../http/problem.ts'
import { requireDocument, versionsOf } from '../documents/public.ts'
import * as change from './change-email.ts'
import { attachmentBytes, emailResource } from './email-rules.ts'
import { presentEmail, presentEmailDetails, presentSender } from './emails.presenter.ts'
import { countWaiting, findDocumentEmails, findEmail, findOutbox, type EmailRow, type Place } from './emails.queries.ts'
import { changeMail, readMailSettings, removeMail } from './mail-settings.ts'
import { sendTestMail } from './test-mail.ts'
import { sendDocumentByEmail as send } from './send-document-by-email.ts'
import { officeMailbox, ownMailbox } from './recipient-access.ts'

/** An outbox cursor for the API: milliseconds and id of the last message. */
const writePlace = ({ at, id }: Place): string => `${at.getTime()}~${id}`

/** Throws `validation_failed` for an invalid cursor. */
function readPlace(text: string): Place {
  const found = /^(?<at>\d{1,15})~(?<id>[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/.exec(text)?.groups
  if (found === undefined) throw new ProblemError('validation_failed', { field: 'before' })
  return { at: new Date(Number(found['at'])), id: found['id']! }
}

const perPage = 50

async function requireEmail({ db, actor }: Ctx, id: string): Promise<EmailRow> {
  const row = await findEmail(db, id)
  authorize('email.read', actor, row === undefined ? undefined : emailResource(row))
  return row!
}

export function registerEmails(api: Api): void {
  api.route(sendDocumentByEmail, async ({ ctx, body }) => ({ status: 200, body: await send(ctx, body) }))

  api.route(listEmail, async ({ ctx, params }) => {
    await requireDocument(ctx.db, ctx.actor, 'document.email', params.id)
    const rows = await findDocumentEmails(ctx.db, params.id)
    return { status: 200, body: rows.map((row) => presentEmail(row, ctx)) }
  })

  api.route(outbox, async ({ ctx, query }) => {
    const reach = officeMailbox(ctx.actor)
    const before = query.before === undefined ? null : readPlace(query.before)
    const rows = await findOutbox(ctx.db, reach, { status: query.status, before, limit: perPage + 1 })
    const last = rows.length > perPage ? rows[perPage - 1] : undefined
    const results = rows.slice(0, perPage).map((row) => presentEmail(row, ctx))
    const next = last === undefined ? null : writePlace({ at: last.created_at, id: last.id })
    return { status: 200, body: { results, next, counts: await countWaiting(ctx.db, reach) } }
  })

  api.route(detailsEmail, async ({ ctx, params }) => {
    const row = await requireEmail(ctx, params.id)
    const versions = row.delivery === 'attachment' ? await versionsOf(ctx.db, row.id_documento!) : []
    const version = versions.find((one) => one.version === row.version)
    const file =
      version === undefined ? null : { nombre: row.documento ?? '', mime: row.documento_mime ?? '', size: version.size }
    return { status: 200, body: presentEmailDetails(row, ctx, file) }
  })

  api.route(retryEmail, async ({ ctx, params: { id }, body }) => {
    await change.retryEmail(ctx, { ...body, id })
    return { status: 200, body: presentEmail(await requireEmail(ctx, id), ctx) }
  })

  api.route(cancelEmail, async ({ ctx, params: { id } }) => {
    await change.cancelEmail(ctx, id)
    return { status: 200, body: presentEmail(await requireEmail(ctx, id), ctx) }
  })

  api.route(releaseOutbox, async ({ ctx }) => ({ status: 200, body: { released: await change.releaseOutbox(ctx) } }))

  api.route(getMailSettings, async ({ ctx }) => ({ status: 200, body: await readMailSettings(ctx) }))

  api.route(changeMailSettings, async ({ ctx, body }) => ({ status: 200, body: await changeMail(ctx, body) }))

  api.route(removeMailSettings, async ({ ctx }) => ({ status: 200, body: await removeMail(ctx) }))

  api.route(testMail, async ({ ctx }) => ({ status: 200, body: await sendTestMail(ctx) }))

  api.route(mailState, async ({ ctx: { db, mail, actor } }) => {
    const { held, failed } = await countWaiting(db, ownMailbox(actor))
    const from = presentSender(mail)
    return { status: 200, body: { configured: mail !== null, from, held, failed, attachment_bytes: attachmentBytes } }
  })
}
