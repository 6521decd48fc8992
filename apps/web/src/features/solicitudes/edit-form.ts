import { faultsOfParty, partyFieldOf, type PartyErrors } from './wizard/draft.ts'
import { createId } from '@foja/contracts/create-id'
import type { Problem } from '@foja/contracts/problem'
import { fromLocalMoment, toLocalMoment } from '../../lib/format/local-moment.ts'
import type { Appointment } from './appointment.ts'
import type { Editable } from './merge.ts'

export type PartyRow = { key: string; nombre: string; rol: string; email: string; identificacion: string }

/** A request as form values. */
export type EditForm = Appointment & { titulo: string; tipo: string; notas: string; partes: PartyRow[] }

export const newRow = (): PartyRow => ({ key: createId(), nombre: '', rol: '', email: '', identificacion: '' })

export const toForm = (from: Editable): EditForm => ({
  titulo: from.titulo,
  tipo: from.tipo ?? '',
  notas: from.notas ?? '',
  partes: from.partes.map((party) => ({
    key: createId(),
    nombre: party.nombre,
    rol: party.rol,
    email: party.email ?? '',
    identificacion: party.identificacion ?? '',
  })),
  when: toLocalMoment(from.fecha_agendada),
  lugar: from.lugar ?? '',
  asignado: from.asignado_a,
})

const isEmpty = ({ nombre, rol, email, identificacion }: PartyRow) =>
  [nombre, rol, email, identificacion].every((text) => text.trim() === '')

const orUndefined = (text: string) => (text.trim() === '' ? undefined : text.trim())

/** The form values as a request. An incomplete date is replaced by that of `base`; validation rejects it. */
export function fromForm(form: EditForm, base: Editable): Editable {
  const moment = fromLocalMoment(form.when)
  // Inputs have a precision of minutes: an unchanged date keeps its seconds.
  const untouched = JSON.stringify(form.when) === JSON.stringify(toLocalMoment(base.fecha_agendada))
  return {
    titulo: form.titulo.trim(),
    tipo: orUndefined(form.tipo) ?? null,
    notas: orUndefined(form.notas) ?? null,
    partes: form.partes
      .filter((row) => !isEmpty(row))
      .map(({ nombre, rol, email, identificacion }) => ({
        nombre: nombre.trim(),
        rol: rol.trim(),
        email: orUndefined(email),
        identificacion: orUndefined(identificacion),
      })),
    fecha_agendada: untouched || moment === undefined ? base.fecha_agendada : moment,
    lugar: orUndefined(form.lugar) ?? null,
    asignado_a: form.asignado,
  }
}

/** What is wrong in each incomplete party, by its key. */
export const wrongParties = (form: EditForm, texts: Parameters<typeof faultsOfParty>[1]) =>
  Object.fromEntries(
    form.partes
      .filter((row) => !isEmpty(row))
      .map((row) => [row.key, faultsOfParty(row, texts)] as const)
      .filter(([, faults]) => Object.keys(faults).length > 0),
  )

export type EditErrors = {
  titulo?: string
  tipo?: string
  notas?: string
  lugar?: string
  fecha_agendada?: string
  asignado_a?: string
  /** By party key. */
  partes: Record<string, PartyErrors>
  general?: string
}

const ownField: Partial<Record<string, 'fecha_agendada' | 'asignado_a'>> = {
  date_in_past: 'fecha_agendada',
  assignee_unknown: 'asignado_a',
}
const plain = ['titulo', 'tipo', 'notas', 'lugar', 'fecha_agendada', 'asignado_a'] as const

/** Maps server errors to form fields. */
export function errorsOf(problem: Problem, form: EditForm): EditErrors {
  const own = ownField[problem.code]
  if (own !== undefined) return { partes: {}, [own]: problem.detail }
  const errors: EditErrors = { partes: {} }
  const people = form.partes.filter((row) => !isEmpty(row))
  for (const { field, message } of problem.errors ?? []) {
    const party = people[Number(/^partes\.(\d+)/.exec(field)?.[1])]
    const name = plain.find((one) => one === field)
    if (party !== undefined) {
      errors.partes[party.key] = { ...errors.partes[party.key], [partyFieldOf(field)]: message }
    } else if (name === undefined) errors.general = message
    else errors[name] = message
  }
  const placed = Object.keys(errors).length > 1 || Object.keys(errors.partes).length > 0
  return placed ? errors : { ...errors, general: problem.detail }
}
