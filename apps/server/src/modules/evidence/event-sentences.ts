import { eventActions, type EventAction } from '@foja/contracts/events'
import type { EventRow } from '@foja/db/events'
import type { Locale } from '../../http/locale.ts'

type Facts = { who: string; document: string; data: Record<string, unknown> }
type Sentence = (facts: Facts) => string

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
/** A detail in brackets, when there is one. */
const detail = (name: string, value: unknown) => (textOf(value) === '' ? '' : ` (${name}: ${textOf(value)})`)

const es: Record<EventAction, Sentence> = {
  'setup.completed': ({ who }) => `${who} instaló Foja.`,
  'solicitud_main.created': ({ who, data }) => `${who} creó el expediente${detail('título', data['titulo'])}.`,
  'document.uploaded': ({ who, document }) => `${who} subió ${document}.`,
  'document.signed': ({ who, document, data }) => `${who} firmó ${document}${detail('nivel', data['level'])}.`,
  'document.extended': ({ who, document, data }) =>
    `${who} reforzó las firmas de ${document}${detail('nivel', data['level'])}.`,
  'document.evidence_exported': ({ who, document }) => `${who} obtuvo el informe de evidencias de ${document}.`,
  'share.created': ({ who, document }) => `${who} creó un enlace para compartir ${document}.`,
  'share.opened': ({ document }) => `Se abrió un enlace compartido de ${document}.`,
  'share.removed': ({ who, document }) => `${who} anuló un enlace compartido de ${document}.`,
  'signer.uploaded': ({ who }) => `${who} guardó su certificado de firma.`,
  'signer.removed': ({ who }) => `${who} borró su certificado de firma.`,
  'signing.configured': ({ who }) => `${who} cambió los ajustes de firma.`,
  'trust_anchor.added': ({ who, data }) =>
    `${who} añadió una autoridad de confianza${detail('nombre', data['subject'])}.`,
  'trust_anchor.removed': ({ who, data }) =>
    `${who} quitó una autoridad de confianza${detail('nombre', data['subject'])}.`,
  'session.started': ({ who }) => `${who} ingresó.`,
  'session.ended': ({ who }) => `${who} salió.`,
  'session.reuse_detected': ({ who }) => `Se cerró una sesión sospechosa de ${who}.`,
}

const en: Record<EventAction, Sentence> = {
  'setup.completed': ({ who }) => `${who} installed Foja.`,
  'solicitud_main.created': ({ who, data }) => `${who} created the case file${detail('title', data['titulo'])}.`,
  'document.uploaded': ({ who, document }) => `${who} uploaded ${document}.`,
  'document.signed': ({ who, document, data }) => `${who} signed ${document}${detail('level', data['level'])}.`,
  'document.extended': ({ who, document, data }) =>
    `${who} strengthened the signatures of ${document}${detail('level', data['level'])}.`,
  'document.evidence_exported': ({ who, document }) => `${who} obtained the evidence report of ${document}.`,
  'share.created': ({ who, document }) => `${who} created a link to share ${document}.`,
  'share.opened': ({ document }) => `A shared link to ${document} was opened.`,
  'share.removed': ({ who, document }) => `${who} revoked a shared link to ${document}.`,
  'signer.uploaded': ({ who }) => `${who} stored their signing certificate.`,
  'signer.removed': ({ who }) => `${who} deleted their signing certificate.`,
  'signing.configured': ({ who }) => `${who} changed the signing settings.`,
  'trust_anchor.added': ({ who, data }) => `${who} added a trusted authority${detail('name', data['subject'])}.`,
  'trust_anchor.removed': ({ who, data }) => `${who} removed a trusted authority${detail('name', data['subject'])}.`,
  'session.started': ({ who }) => `${who} signed in.`,
  'session.ended': ({ who }) => `${who} signed out.`,
  'session.reuse_detected': ({ who }) => `A suspicious session of ${who} was ended.`,
}

const sentences: Record<Locale, Record<EventAction, Sentence>> = { es, en }
const someone: Record<Locale, string> = { es: 'Alguien sin cuenta', en: 'Somebody without an account' }
const aDocument: Record<Locale, string> = { es: 'un documento', en: 'a document' }

/** What happened, in words; an action that has none is told by its code, never left out. */
export function eventSentence(event: EventRow, name: string | undefined, locale: Locale): string {
  const action = eventActions.find((known) => known === event.action)
  const who = event.actor_label === '' ? someone[locale] : event.actor_label
  const known = name ?? event.data['nombre']
  const document = typeof known === 'string' ? `«${known}»` : aDocument[locale]
  return action === undefined
    ? `${who}: ${event.action}.`
    : sentences[locale][action]({ who, document, data: event.data })
}
