import type { Email, EmailDetails } from '@foja/contracts/emails'
import type { Actor } from '@foja/contracts/policies'
import type { AppDeps } from '../../deps.ts'
import type { Locale } from '../../http/locale.ts'
import { linkMarkOf } from './compose-email.ts'
import { tellReason } from './email-reasons.ts'
import { allowedEmailActions } from './email-rules.ts'
import type { EmailRow } from './emails.queries.ts'
import { concernedBy, presentRecipients } from './recipients.ts'

/** Who looks at a message, when, and whether messages can go out. */
export type EmailViewer = { actor: Actor; locale: Locale; now: Date; mail: AppDeps['mail'] }

const iso = (date: Date | null) => date?.toISOString() ?? null

export function presentEmail(row: EmailRow, { actor, locale, now, mail }: EmailViewer): Email {
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
    reason: tellReason(row.reason, concernedBy(row, row.reason), locale),
    server_reply: row.server_reply,
    next_attempt_at: iso(row.next_attempt_at),
    sent_at: iso(row.sent_at),
    created_by:
      created_by === null || author_nombre === null || author_email === null
        ? null
        : { id: created_by, nombre: author_nombre, email: author_email },
    created_at: row.created_at.toISOString(),
    actions: allowedEmailActions(actor, row, now, mail !== null),
  }
}

/** The address that a message is from, as people write it. */
export function presentSender(mail: AppDeps['mail']): string | null {
  if (mail === null) return null
  const { name, address } = mail.from
  return name === '' ? address : `${name} <${address}>`
}

/** A message as it goes out, but for the secret of its link: who reads it here need not be able to open that. */
export function presentEmailDetails(
  row: EmailRow,
  viewer: EmailViewer,
  file: EmailDetails['attachments'][number] | null,
  origin: string,
): EmailDetails {
  const hidden = `${origin}/compartido?share=…`
  const mark = linkMarkOf(row.id)
  const calendar = { nombre: 'cita.ics', mime: 'text/calendar', size: null }
  return {
    ...presentEmail(row, viewer),
    from: presentSender(viewer.mail) ?? '',
    reply_to: row.reply_to,
    text: row.text.replaceAll(mark, hidden),
    html: row.html.replaceAll(mark, hidden),
    emptied_at: iso(row.emptied_at),
    attachments: [...(file === null ? [] : [file]), ...(row.calendar_method === null ? [] : [calendar])],
  }
}
