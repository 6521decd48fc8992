import { acceptedKinds, type AcceptedKind } from '@foja/contracts/request-states'
import type { NewRequirement } from '@foja/contracts/document-requests'
import { newUuid } from '../../../lib/api/uuid.ts'
import type { NewDocumentRequest } from '../api/document-requests.ts'
import { isEmail } from '../../../lib/format/is-email.ts'
import { dayFault, termBody, usualTerm, type DayFault, type Term } from '../../../shared/term.ts'
import type { deliveries } from '../texts/deliveries.ts'

export const kindChoices = ['papers', 'pdf', 'any'] as const
type KindChoice = (typeof kindChoices)[number]

const kindsOf: Record<KindChoice, readonly AcceptedKind[]> = {
  papers: ['pdf', 'imagen'],
  pdf: ['pdf'],
  any: acceptedKinds,
}
const severalFiles = 10

export type DraftPerson = { id: string; nombre: string; email: string; telefono: string; code: boolean }
export type DraftItem = {
  id: string
  nombre: string
  ayuda: string
  kinds: KindChoice
  several: boolean
  optional: boolean
}
export type DeliveryDraft = Term & {
  people: readonly DraftPerson[]
  items: readonly DraftItem[]
  mensaje: string
}

export const newPerson = (known: Partial<DraftPerson> = {}): DraftPerson => ({
  id: newUuid(),
  nombre: '',
  email: '',
  telefono: '',
  code: false,
  ...known,
})

export const newItem = (known: Partial<DraftItem> = {}): DraftItem => ({
  id: newUuid(),
  nombre: '',
  ayuda: '',
  kinds: 'papers',
  several: false,
  optional: false,
  ...known,
})

type Asked = {
  nombre: string
  ayuda: string | null
  obligatorio: boolean
  acepta: readonly AcceptedKind[]
  max_files: number
}

/** An item as it was asked for before. */
export const itemOf = ({ nombre, ayuda, obligatorio, acepta, max_files }: Asked): DraftItem =>
  newItem({
    nombre,
    ayuda: ayuda ?? '',
    kinds: acepta.includes('office') ? 'any' : acepta.includes('imagen') ? 'papers' : 'pdf',
    several: max_files > 1,
    optional: !obligatorio,
  })

export const emptyDelivery = (items: readonly DraftItem[]): DeliveryDraft => ({
  people: [newPerson()],
  items: items.length === 0 ? [newItem()] : items,
  mensaje: '',
  ...usualTerm(),
})

const isBlankPerson = ({ nombre, email, telefono }: DraftPerson) =>
  [nombre, email, telefono].every((text) => text.trim() === '')
const isBlankItem = ({ nombre, ayuda }: DraftItem) => nombre.trim() === '' && ayuda.trim() === ''

/** Rows without content are not sent, unless there is nothing else. */
const filled = <T>(rows: readonly T[], isBlank: (row: T) => boolean): readonly T[] => {
  const kept = rows.filter((row) => !isBlank(row))
  return kept.length === 0 ? rows.slice(0, 1) : kept
}
export const sentPeople = ({ people }: DeliveryDraft) => filled(people, isBlankPerson)
export const sentItems = ({ items }: DeliveryDraft) => filled(items, isBlankItem)

export type Fault = keyof (typeof deliveries)['faults'] | DayFault

/** What prevents sending, by the API's name of the field; rows count as they are sent. */
export function checkDelivery(draft: DeliveryDraft, now = Date.now()): Record<string, Fault> {
  const faults: Record<string, Fault> = {}
  const people = sentPeople(draft)
  const addresses = people.map(({ email }) => email.trim().toLowerCase())
  for (const [at, { nombre }] of people.entries()) {
    const address = addresses[at] ?? ''
    if (nombre.trim() === '') faults[`recipients.${at}.nombre`] = 'nameMissing'
    if (address === '') faults[`recipients.${at}.email`] = 'emailMissing'
    else if (!isEmail(address)) faults[`recipients.${at}.email`] = 'emailWrong'
    else if (addresses.indexOf(address) < at) faults[`recipients.${at}.email`] = 'emailRepeated'
  }
  const items = sentItems(draft)
  for (const [at, { nombre }] of items.entries())
    if (nombre.trim() === '') faults[`requirements.${at}.nombre`] = 'itemMissing'
  if (items.every(({ optional }) => optional)) faults['requirements.0.obligatorio'] = 'allOptional'
  const day = dayFault(draft.lastDay, now)
  if (day !== null) faults['expires_at'] = day
  return faults
}

/** The request body without its key. */
export function deliveryBody(draft: DeliveryDraft, id_solicitud: string): Omit<NewDocumentRequest, 'key'> {
  return {
    id_solicitud,
    recipients: sentPeople(draft).map(({ nombre, email, telefono, code }) => ({
      nombre: nombre.trim(),
      email: email.trim(),
      ...(telefono.trim() === '' ? {} : { telefono: telefono.trim() }),
      ...(code ? { code } : {}),
    })),
    requirements: sentItems(draft).map(({ nombre, ayuda, kinds, several, optional }): NewRequirement => ({
      nombre: nombre.trim(),
      ...(ayuda.trim() === '' ? {} : { ayuda: ayuda.trim() }),
      acepta: [...kindsOf[kinds]],
      max_files: several ? severalFiles : 1,
      obligatorio: !optional,
    })),
    ...(draft.mensaje.trim() === '' ? {} : { mensaje: draft.mensaje.trim() }),
    ...termBody(draft),
  }
}
