import { renderLetter, type MailLocale, type RenderedLetter } from './letter.ts'

export type DocumentLetter = {
  locale: MailLocale
  /** Name and office of the sender. */
  sender: string
  company: string | null
  documento: string
  /** Default: the document's name. */
  subject: string | null
  message: string | null
  /** URL of the share link; null: the document is attached. */
  link: { url: string; expires: string } | null
}

const words = {
  es: {
    sends: (who: string, documento: string) => `${who} te envía el documento «${documento}».`,
    attached: 'Lo encuentras adjunto a este correo.',
    linked: (expires: string) =>
      `Se abre en el navegador, sin instalar nada ni crear una cuenta. El enlace funciona hasta el ${expires}.`,
    open: 'Abrir el documento',
    reply: (who: string) => `Si respondes a este correo, le llega a ${who}.`,
    foja: 'Enviado con Foja.',
  },
  en: {
    sends: (who: string, documento: string) => `${who} sends you the document “${documento}”.`,
    attached: 'It is attached to this message.',
    linked: (expires: string) =>
      `It opens in the browser, with nothing to install and no account. The link works until ${expires}.`,
    open: 'Open the document',
    reply: (who: string) => `If you reply to this message, ${who} gets it.`,
    foja: 'Sent with Foja.',
  },
}

export function documentLetter(letter: DocumentLetter): RenderedLetter {
  const { locale, documento, company, sender, link } = letter
  const text = words[locale]
  const who = company === null ? sender : `${sender} (${company})`
  return renderLetter({
    locale,
    subject: letter.subject === null || letter.subject.trim() === '' ? documento : letter.subject,
    paragraphs: [text.sends(who, documento), link === null ? text.attached : text.linked(link.expires)],
    ...(letter.message === null ? {} : { message: letter.message }),
    ...(link === null ? {} : { button: { label: text.open, url: link.url } }),
    notes: [text.reply(sender), text.foja],
  })
}
