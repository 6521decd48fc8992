import type { ask } from './texts/ask.ts'
import { isSigner, signingRequestLimits as limits, type RecipientRole } from '@foja/contracts/request-states'
import type { NewRecipient, SigningRequest } from '@foja/contracts/signing-requests'
import { newUuid } from '../../lib/api/uuid.ts'
import { isEmail } from '../../lib/format/is-email.ts'
import { localToday } from '../../lib/format/local-moment.ts'
import { dayFault, termBody, usualTerm, type DayFault, type Term } from '../../shared/term.ts'
import type { NewSigningRequest } from './api/signing-requests.ts'
import type { TemplateRequest } from './api/template-requests.ts'

type Places = NonNullable<NewRecipient['places']>

/** Who signs in a field of a template. */
export type TemplateRole = {
  /** Key of the signature field. */
  field: string
  name: string
}

/** A recipient as typed. Those of one turn act at the same time. */
export type DraftRecipient = {
  id: string
  nombre: string
  email: string
  telefono: string
  identificacion: string
  mustMatch: boolean
  /** A code from their mail opens the request. */
  code: boolean
  rol: RecipientRole
  turno: number
  places: Places
  /** Number of their colour; null until they sign. */
  tone: number | null
  /** The role that they have in the document's template. */
  role?: TemplateRole | undefined
}

export type Draft = Term & {
  titulo: string
  mensaje: string
  documents: readonly string[]
  recipients: readonly DraftRecipient[]
  delegation: boolean
}

export const newRecipient = (known: Partial<DraftRecipient> = {}): DraftRecipient => ({
  id: newUuid(),
  nombre: '',
  email: '',
  telefono: '',
  identificacion: '',
  mustMatch: false,
  code: false,
  rol: 'firma',
  turno: 1,
  places: [],
  tone: null,
  ...known,
})

/** `people`: who is asked at first. */
export const emptyDraft = (documents: readonly string[], people: readonly Partial<DraftRecipient>[] = []): Draft => ({
  titulo: '',
  mensaje: '',
  documents,
  recipients: withTones(people.length === 0 ? [newRecipient()] : people.slice(0, limits.recipients).map(newRecipient)),
  ...usualTerm(),
  delegation: false,
})

/** What a kept draft holds. */
export const draftOf = (request: SigningRequest): Draft => ({
  titulo: request.titulo,
  mensaje: request.mensaje ?? '',
  documents: request.documents.map(({ id_documento }) => id_documento),
  recipients: withTones(
    request.recipients.map((one) => ({
      id: one.id,
      nombre: one.nombre,
      email: one.email,
      telefono: one.telefono ?? '',
      identificacion: one.identificacion ?? '',
      mustMatch: one.must_match,
      code: one.code,
      rol: one.rol,
      turno: one.turno ?? 1,
      // The server finds the field of a place again.
      places: one.places.map(({ id_documento, position }) => ({ id_documento, position })),
      tone: null,
    })),
  ),
  lastDay: localToday(Date.parse(request.expires_at)),
  remind: request.remind_every_days,
  delegation: request.allow_delegation,
})

/** Gives each signer without a colour the first that is free. They keep it when they move. */
export function withTones(recipients: readonly DraftRecipient[]): readonly DraftRecipient[] {
  const taken = new Set(recipients.map(({ tone }) => tone))
  return recipients.map((one) => {
    if (one.tone !== null || !isSigner(one.rol)) return one
    let tone = 0
    while (taken.has(tone)) tone += 1
    taken.add(tone)
    return { ...one, tone }
  })
}

/** The colour that a recipient is shown in: only signers have one. */
export const toneOf = ({ rol, tone }: DraftRecipient): number | null => (isSigner(rol) ? tone : null)

/** Their given name, or all that is known of them if another has the same; empty without name and address. */
export function shortName({ nombre, email }: DraftRecipient, all: readonly DraftRecipient[]): string {
  const given = (name: string) => name.trim().split(/\s+/)[0] ?? ''
  const same = all.filter((other) => given(other.nombre) === given(nombre))
  return (same.length > 1 ? nombre.trim() : given(nombre)) || email.trim()
}

/** Those who act by turn, numbered from 1 without gaps; those of `copia` last. */
export function arrange(recipients: readonly DraftRecipient[]): DraftRecipient[] {
  const acting = recipients.filter(({ rol }) => rol !== 'copia').toSorted((a, b) => a.turno - b.turno)
  const turns = [...new Set(acting.map(({ turno }) => turno))]
  return [
    ...acting.map((one) => ({ ...one, turno: turns.indexOf(one.turno) + 1 })),
    ...recipients.filter(({ rol }) => rol === 'copia'),
  ]
}

/** Puts a recipient into a turn; a number between two turns opens a new one there. */
export const putInTurn = (recipients: readonly DraftRecipient[], id: string, turno: number): DraftRecipient[] =>
  arrange(recipients.map((one) => (one.id === id ? { ...one, turno } : one)))

/** One step up or down: out of a shared turn into one of its own, and from there into the next shared one. */
export function moveBy(recipients: readonly DraftRecipient[], id: string, by: -1 | 1): DraftRecipient[] {
  const one = recipients.find((recipient) => recipient.id === id)
  if (one === undefined || one.rol === 'copia') return [...recipients]
  const shares = recipients.some((other) => other.id !== id && other.rol !== 'copia' && other.turno === one.turno)
  return putInTurn(recipients, id, one.turno + (shares ? by / 2 : by))
}

/** The recipients who act, by turn. */
export function turnsOf(recipients: readonly DraftRecipient[]): DraftRecipient[][] {
  const turns: DraftRecipient[][] = []
  for (const one of recipients) if (one.rol !== 'copia') (turns[one.turno - 1] ??= []).push(one)
  return turns
}

/**
 * Another role. A simple signature rests on the code from the mail, so it is asked for unless the user says otherwise, or
 * no mail can be sent.
 */
export const withRole = (before: RecipientRole, rol: RecipientRole, mailReady: boolean): Partial<DraftRecipient> => ({
  rol,
  ...(rol === 'firma_simple' ? { code: mailReady } : before === 'firma_simple' ? { code: false } : {}),
})

const isUntyped = ({ nombre, email, telefono, identificacion }: DraftRecipient): boolean =>
  [nombre, email, telefono, identificacion].every((text) => text.trim() === '')

/** Nothing was typed into it: it is not sent. A role of the template waits for its person. */
export const isBlank = (recipient: DraftRecipient): boolean => recipient.role === undefined && isUntyped(recipient)

/** Puts a known person into the first role without one, else into a row of their own. */
export function addKnown(recipients: readonly DraftRecipient[], fresh: DraftRecipient): DraftRecipient[] {
  const { nombre, email, identificacion } = fresh
  const role = recipients.find((one) => one.role !== undefined && isUntyped(one))
  if (role !== undefined)
    return recipients.map((one) => (one === role ? { ...one, nombre, email, identificacion } : one))
  // A known person takes the place of a row where nothing was typed.
  return arrange([...recipients.filter((one) => !isBlank(one)), fresh])
}

/** The recipients that are sent: without blank rows, unless there is nothing else. */
export function sentOf(recipients: readonly DraftRecipient[]): readonly DraftRecipient[] {
  const filled = recipients.filter((one) => !isBlank(one))
  return filled.length === 0 ? recipients.slice(0, 1) : arrange(filled)
}

/** What is wrong with a field. */
export type Fault = keyof (typeof ask)['faults'] | DayFault

/** The name of a recipient's field in the API; rows count as they are sent. */
export const fieldOf = (at: number, name: 'nombre' | 'email' | 'telefono' | 'identificacion'): string =>
  `recipients.${at}.${name}`

/** What prevents sending, by field. */
export function checkDraft(draft: Draft, now = Date.now()): Record<string, Fault> {
  const faults: Record<string, Fault> = {}
  if (draft.documents.length === 0) faults['documents'] = 'documentsMissing'
  const sent = sentOf(draft.recipients)
  const addresses = sent.map(({ email }) => email.trim().toLowerCase())
  for (const [at, one] of sent.entries()) {
    const address = addresses[at] ?? ''
    if (one.nombre.trim() === '') faults[fieldOf(at, 'nombre')] = 'nameMissing'
    if (address === '') faults[fieldOf(at, 'email')] = 'emailMissing'
    else if (!isEmail(address)) faults[fieldOf(at, 'email')] = 'emailWrong'
    else if (addresses.indexOf(address) < at) faults[fieldOf(at, 'email')] = 'emailRepeated'
    if (one.mustMatch && one.rol === 'firma' && one.identificacion.trim() === '')
      faults[fieldOf(at, 'identificacion')] = 'identificationMissing'
  }
  if (sent.every(({ rol }) => rol === 'copia')) faults['recipients'] = 'nobodyActs'
  const day = dayFault(draft.lastDay, now)
  if (day !== null) faults['expires_at'] = day
  return faults
}

const unlessEmpty = <K extends string>(name: K, text: string): Partial<Record<K, string>> =>
  text.trim() === '' ? {} : ({ [name]: text.trim() } as Partial<Record<K, string>>)

const personOf = (one: DraftRecipient) => ({
  nombre: one.nombre.trim(),
  email: one.email.trim(),
  ...unlessEmpty('telefono', one.telefono),
  ...unlessEmpty('identificacion', one.identificacion),
  rol: one.rol,
  ...(one.rol === 'copia' ? {} : { turno: one.turno }),
  ...(one.code || one.rol === 'firma_simple' ? { code: one.code } : {}),
  ...(one.rol === 'firma' && one.mustMatch ? { must_match: true } : {}),
})

/** What a request says and allows. */
function termsOf(draft: Draft, send: boolean) {
  return {
    ...unlessEmpty('titulo', draft.titulo),
    ...unlessEmpty('mensaje', draft.mensaje),
    ...termBody(draft),
    allow_delegation: draft.delegation,
    send,
  }
}

/** What a request for a document of a template has besides the document. */
export type AskedOfTemplate = Omit<TemplateRequest, 'id' | 'data' | 'nombre' | 'id_solicitud' | 'flatten' | 'key'>

/** The body of a request for a document that is made from a template, without the document and its key. */
export const templateBodyOf = (draft: Draft, send: boolean): AskedOfTemplate => ({
  ...termsOf(draft, send),
  recipients: sentOf(draft.recipients).map((one) => ({
    ...personOf(one),
    ...(isSigner(one.rol) && one.role !== undefined ? { field: one.role.field } : {}),
  })),
})

/** The request body without its key. */
export function bodyOf(draft: Draft, send: boolean): Omit<NewSigningRequest, 'key'> {
  return {
    ...termsOf(draft, send),
    documents: draft.documents.map((id) => ({ id_documento: id })),
    recipients: sentOf(draft.recipients).map((one) => ({
      ...personOf(one),
      ...(isSigner(one.rol) && one.places.length > 0
        ? { places: one.places.filter((place) => draft.documents.includes(place.id_documento)) }
        : {}),
    })),
  }
}
