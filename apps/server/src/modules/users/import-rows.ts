import { email as emailSchema, line, optionalText } from '@foja/contracts/common'
import { isPhone } from '@foja/contracts/phone'
import type { Actor } from '@foja/contracts/policies'
import type { Role } from '@foja/contracts/roles'
import type { importUsers } from '@foja/contracts/users'
import { foldSearch } from '@foja/db/search'
import { parseAddress } from '@foja/mail/address'
import * as z from 'zod/mini'
import { fieldErrors } from '../../texts/field-errors.ts'
import type { Texts } from '../../texts/locale.ts'
import { problemTexts } from '../../texts/problem-texts.ts'

export type ImportRow = z.output<typeof importUsers.body>['rows'][number]

/** A valid row. */
export type ImportedPerson = {
  email: string
  nombre: string
  role: Role
  cargo: string | null
  telefono: string | null
}

/** What is wrong with one field of one row; rows count from 1. */
export type RowError = { row: number; field: string; code: string; message: Texts }

/** Names of the roles as people write them, folded as by `foldSearch`. */
const roleNames: Record<Role, readonly string[]> = {
  admin: ['admin', 'administrador', 'administradora', 'administrator', 'administracion'],
  gestor: ['gestor', 'gestora', 'gestion', 'manager', 'management', 'office manager'],
  mediador: ['mediador', 'mediadora', 'mediacion', 'mediator', 'mediation'],
  usuario: ['usuario', 'usuaria', 'user'],
}

const roleUnknown: Texts = {
  es: 'No conocemos ese rol. Escribe Gestión, Mediación o Usuario.',
  en: 'This role is not known. Write Management, Mediation or User.',
}
const roleUnknownToAdmin: Texts = {
  es: 'No conocemos ese rol. Escribe Administración, Gestión, Mediación o Usuario.',
  en: 'This role is not known. Write Administration, Management, Mediation or User.',
}
const roleForbidden: Texts = {
  es: 'Solo un administrador puede crear a otro. Escribe Gestión, Mediación o Usuario.',
  en: 'Only an administrator can make another. Write Management, Mediation or User.',
}
const unreachable: Texts = {
  es: 'A esa dirección no llega ningún correo. Revísala, por ejemplo ana@oficina.ec.',
  en: 'No mail reaches this address. Check it, for example ana@oficina.ec.',
}
const phoneWrong: Texts = { es: problemTexts.phone_wrong.es.detail, en: problemTexts.phone_wrong.en.detail }
const inUse: Texts = {
  es: 'Ya hay una persona con este correo. Quita la fila o cambia la dirección.',
  en: 'Another user has this address already. Remove the row or change the address.',
}
const repeated: Texts = {
  es: 'Está repetido: más arriba hay otra fila con este correo. Deja una de las dos.',
  en: 'It is repeated: another row above has this address. Keep one of the two.',
}

function roleOf(text: string): Role | undefined {
  const folded = foldSearch(text)
  return (Object.keys(roleNames) as Role[]).find((role) => roleNames[role].includes(folded))
}

const texts = { email: emailSchema, nombre: line(160), cargo: optionalText(120), telefono: optionalText(40) }

/** Reports an empty cell as a missing address, not as a wrong one. */
const cellOf = (value: string | undefined) => (value?.trim() === '' ? undefined : value)

/** Checks one row by itself. */
function readRow(actor: Actor, row: ImportRow): { person?: ImportedPerson; errors: Omit<RowError, 'row'>[] } {
  const errors: Omit<RowError, 'row'>[] = []
  const found: Partial<Record<keyof typeof texts, string>> = {}
  for (const field of ['email', 'nombre', 'cargo', 'telefono'] as const) {
    const parsed = z.safeParse(texts[field], cellOf(row[field]))
    if (parsed.success) found[field] = parsed.data
    // The schemas may report several issues of one cause: keep the first.
    else
      errors.push(
        ...fieldErrors(parsed.error.issues.slice(0, 1), field).map((one) => ({
          ...one,
          message: one.message as Texts,
        })),
      )
  }
  if (found.email !== undefined && parseAddress(found.email) === null) {
    errors.push({ field: 'email', code: 'email_address_wrong', message: unreachable })
  }
  if (found.telefono && !isPhone(found.telefono)) {
    errors.push({ field: 'telefono', code: 'phone_wrong', message: phoneWrong })
  }
  const role = roleOf(row.role)
  if (role === undefined) {
    const message = actor.role === 'admin' ? roleUnknownToAdmin : roleUnknown
    errors.push({ field: 'role', code: 'role_unknown', message })
  } else if (role === 'admin' && actor.role !== 'admin') {
    errors.push({ field: 'role', code: 'role_forbidden', message: roleForbidden })
  }
  const { email, nombre, cargo = null, telefono = null } = found
  if (errors.length > 0 || email === undefined || nombre === undefined || role === undefined) return { errors }
  return { person: { email, nombre, role, cargo, telefono }, errors }
}

/** Address of a row in the form in which addresses are compared, even if the row is invalid. */
export const publicOrigin = ({ email }: ImportRow): string => email.trim().toLowerCase()

/**
 * Checks every row by itself, against the rows before it and against the `taken` addresses. Returns the users of the
 * valid rows and the errors of the others.
 */
export function readRows(
  actor: Actor,
  rows: readonly ImportRow[],
  taken: ReadonlySet<string>,
): { people: ImportedPerson[]; errors: RowError[] } {
  const people: ImportedPerson[] = []
  const errors: RowError[] = []
  const seen = new Set<string>()
  for (const [at, row] of rows.entries()) {
    const { person, errors: own } = readRow(actor, row)
    const address = publicOrigin(row)
    if (seen.has(address)) own.push({ field: 'email', code: 'email_repeated', message: repeated })
    else if (taken.has(address)) own.push({ field: 'email', code: 'email_in_use', message: inUse })
    if (address !== '') seen.add(address)
    errors.push(...own.map((error) => ({ ...error, row: at + 1 })))
    if (person !== undefined && own.length === 0) people.push(person)
  }
  return { people, errors }
}
