import { renderLetter, type MailLocale, type RenderedLetter } from './letter.ts'
import { noticeWords, type NoticeFacts, type NoticeKind } from './notice-words.ts'

/** A notice of the bell, as a message to one person. */
export type NoticeLetter = {
  kind: NoticeKind
  locale: MailLocale
  /** Of whom it is for. */
  nombre: string
  facts: NoticeFacts
  /** Page where it can be seen to. */
  url: string
  /** Paragraphs about a file that travels with it. */
  attached?: readonly string[]
}

export function noticeLetter({ kind, locale, nombre, facts, url, attached = [] }: NoticeLetter): RenderedLetter {
  const words = noticeWords[locale]
  const { subject, body } = words.kinds[kind](facts)
  const { titulo, nombre: documento, motivo, mensaje, fecha, lugar } = facts
  const rows = [
    { label: words.titulo, value: titulo },
    { label: words.documento, value: documento },
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
