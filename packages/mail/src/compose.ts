import MailComposer from 'nodemailer/lib/mail-composer'
import type { Readable } from 'node:stream'
import { oneLine } from './address.ts'
import type { MailAttachment, OutgoingMessage } from './mailer.ts'

const partOf = ({ filename, mime, content }: MailAttachment) => ({
  filename: oneLine(filename),
  contentType: oneLine(mime),
  // Without a type the file is not sent as text, whose line ends may change: a signed file keeps each byte.
  contentTransferEncoding: 'base64' as const,
  content,
})

/** The bytes of a message (RFC 5322, MIME); attachments are read during sending. */
export function composeMessage(message: OutgoingMessage): Readable {
  const plain = (list: readonly string[]) => list.map((address) => ({ name: '', address }))
  const { calendar } = message
  const composer = new MailComposer({
    messageId: `<${message.id}>`,
    date: message.date,
    from: { name: oneLine(message.from.name), address: message.from.address },
    to: plain(message.to),
    cc: plain(message.cc),
    ...(message.replyTo === null ? {} : { replyTo: plain([message.replyTo]) }),
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    // Included twice, as programs differ: as an alternative to the text and as a file.
    ...(calendar === null
      ? {}
      : { icalEvent: { method: calendar.method, filename: 'cita.ics', content: calendar.content } }),
    attachments: [
      ...message.attachments.map((file) => ({ ...partOf(file), contentDisposition: 'attachment' as const })),
      ...message.pictures.map((file) => ({ ...partOf(file), contentDisposition: 'inline' as const, cid: file.cid })),
    ],
    headers: message.automatic ? { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } : {},
    // Security: composing never fetches a URL or reads a path, whatever the text contains.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  })
  return composer.compile().createReadStream()
}
