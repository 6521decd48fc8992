import { renderLetter, type MailLocale, type RenderedLetter } from './letter.ts'
import { noticeWords, type NoticeFacts, type NoticeKind } from './notice-words.ts'

/** A notification as a letter to one user. */
export type NoticeLetter = {
  kind: NoticeKind
  locale: MailLocale
  /** Name of the recipient. */
  nombre: string
  facts: NoticeFacts
  /** URL of the page to act on it. */
  url: string
  /** Paragraphs about an attached file. */
  attached?: readonly string[]
}

export function noticeLetter({ kind, locale, nombre, facts, url, attached = [] }: NoticeLetter): RenderedLetter {
  const words = noticeWords[locale]
  const { subject, body } = words.kinds[kind](facts)
  const { titulo, nombre: documento, documentos, motivo, mensaje, fecha, lugar } = facts
  const rows = [
    { label: words.titulo, value: titulo },
    { label: documentos ? words.documentos(documentos) : words.documento, value: documento },
    { label: words.fecha, value: fecha },
    { label: words.lugar, value: lugar },
    { label: words.motivo, value: motivo },
  ]
  return renderLetter({
    locale,
    subject,
    greeting: words.greeting(nombre),
    paragraphs: [body, ...attached],
    facts: rows.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }])),
    ...(mensaje ? { message: mensaje } : {}),
    button: { label: words.open, url },
    notes: [words.note],
  })
}
