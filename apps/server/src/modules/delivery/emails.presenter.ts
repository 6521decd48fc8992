import type { Email, EmailDetails } from '@foja/contracts/emails'
import type { Ctx } from '../../context.ts'
import type { AppDeps } from '../../deps.ts'
import type { Texts } from '../../texts/locale.ts'
import { explainReason } from '../../texts/email-reasons.ts'
import { allowedEmailActions } from './email-rules.ts'
import type { EmailRow } from './emails.queries.ts'
import { calendarFile } from './appointment-people.ts'
import { codeMarkOf, linkMarkOf } from '../outbox/public.ts'
import { concernedBy, presentRecipients } from './recipients.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

export function presentEmail(row: EmailRow, { actor, locale, clock, mail }: Ctx): Email {
  const { created_by, author_nombre, author_email } = row
  return {
    id_envio: row.id,
    kind: row.kind,
    status: row.status,
    to: row.recipients.to,
    cc: row.recipients.cc,
    recipients: presentRecipients(row, locale),
    subject: row.subject,
    as: row.delivery,
    id_documento: row.id_documento,
    documento: row.documento,
    id_solicitud: row.id_solicitud,
    attempts: row.attempts,
    reason: explainReason(row.reason, concernedBy(row, row.reason), locale),
    server_reply: row.server_reply,
    next_attempt_at: iso(row.next_attempt_at),
    sent_at: iso(row.sent_at),
    created_by:
      created_by === null || author_nombre === null || author_email === null
        ? null
        : { id: created_by, nombre: author_nombre, email: author_email },
    created_at: row.created_at.toISOString(),
    actions: allowedEmailActions(actor, row, clock(), mail !== null),
  }
}

/** The sender address of all messages, with its display name. */
export function presentSender(mail: AppDeps['mail']): string | null {
  if (mail === null) return null
  const { name, address } = mail.from
  return name === '' ? address : `${name} <${address}>`
}

/** Shown in place of a one-time account link, which only the recipient may see. */
const onlyInMessage: Texts = {
  es: '(el enlace va solo en el correo, para quien lo recibe)',
  en: '(the link is in the message alone, for its recipient)',
}

/** Presents a message without the secret of its link, which its readers here may not be allowed to use. */
export function presentEmailDetails(
  row: EmailRow,
  ctx: Ctx,
  file: EmailDetails['attachments'][number] | null,
): EmailDetails {
  const mark = linkMarkOf(row.id)
  const isAccount = row.kind === 'account'
  const shown = row.kind === 'request' ? '/pedido?p=…' : '/compartido?share=…'
  const hidden = isAccount ? onlyInMessage[ctx.locale] : `${ctx.origin()}${shown}`
  const hide = (text: string) => text.replaceAll(mark, hidden).replaceAll(codeMarkOf(row.id), '••••••')
  const html = isAccount ? row.html.replaceAll(`href="${mark}"`, 'href="#"') : row.html
  const { calendar_method: method } = row
  const calendar = { nombre: calendarFile(method), mime: 'text/calendar', size: null }
  const hasCalendar = row.calendar !== null || method !== null
  return {
    ...presentEmail(row, ctx),
    from: presentSender(ctx.mail) ?? '',
    reply_to: row.reply_to,
    text: hide(row.text),
    html: hide(html),
    emptied_at: iso(row.emptied_at),
    attachments: [...(file === null ? [] : [file]), ...(hasCalendar ? [calendar] : [])],
  }
}
