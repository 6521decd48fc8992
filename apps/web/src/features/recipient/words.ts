import { isAsked, isSigner, type RecipientRole, type RecipientStatus } from '@foja/contracts/request-states'
import type { Format } from '../../lib/format/format.ts'
import type { OtherRecipient, RecipientDocument, View } from './api/recipient.ts'
import type { recipient } from './texts/recipient.ts'

type Texts = typeof recipient

const day = 86_400_000

/** un documento, 2 documentos */
export const countDocuments = (count: number, { oneDocument, documents }: Texts, { plural }: Format): string =>
  count === 1 ? oneDocument : plural(count, documents)

/** What a role does, whether it signs by certificate or simply. */
export const actOf = (rol: RecipientRole): 'firma' | 'aprueba' | 'copia' =>
  isSigner(rol) ? 'firma' : rol === 'copia' ? 'copia' : 'aprueba'

/** Lucía Peñaherrera te pide firmar 2 documentos */
export const headingOf = (
  { asked_by, recipient: { rol }, documents, fill }: View,
  texts: Texts,
  format: Format,
): string =>
  `${asked_by} ${texts.asks[fill !== null ? 'fill' : isSigner(rol) ? 'firma' : 'aprueba']} ${countDocuments(documents.length, texts, format)}`

/** Quedan 7 días */
export function timeLeft(expires: string, texts: Texts, { plural }: Format, now = Date.now()): string {
  const days = Math.floor((Date.parse(expires) - now) / day)
  return days < 1 ? texts.lastDay : texts.left(plural(days, texts.daysLeft))
}

export type Phase = 'done' | 'asked' | 'later' | 'out'

export function phaseOf(status: RecipientStatus): Phase {
  if (status === 'firmado' || status === 'aprobado') return 'done'
  if (status === 'en_espera') return 'later'
  return isAsked(status) ? 'asked' : 'out'
}

/** Those who sign or approve, in the order in which they do; those who handed it over are left out. */
export function actorsOf(view: View): OtherRecipient[] {
  const order: Phase[] = ['done', 'asked', 'later', 'out']
  return view.others
    .filter(({ rol, status }) => rol !== 'copia' && status !== 'delegado')
    .toSorted(
      (a, b) => order.indexOf(phaseOf(a.status)) - order.indexOf(phaseOf(b.status)) || (a.turno ?? 0) - (b.turno ?? 0),
    )
}

/** The page on which the recipient signs; null where they have not to. */
export const signingPageOf = ({ position, signed, images }: RecipientDocument): number | null =>
  position === null || signed ? null : position.page === 'last' ? images.paginas : position.page

/** 2 páginas · firmas en la 1 */
export function describeDocument(document: RecipientDocument, texts: Texts, { plural, number }: Format): string {
  const pages = plural(document.images.paginas, texts.pages)
  const page = signingPageOf(document)
  if (document.signed) return `${pages} · ${texts.signedByYou}`
  return page === null ? pages : `${pages} · ${texts.signsOn(number(page))}`
}
