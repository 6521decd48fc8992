import type { mostImported } from '@foja/contracts/users'
import { roles, type Role } from '@foja/contracts/roles'
import { parseCsv, separatorOf, readCsv, type CsvFault, type CsvTable } from '../../../lib/files/csv.ts'
import type { ImportRow } from '../api/users.ts'

/** Maximum number of rows. Copied from the contract: importing its schemas would add more code than the page has. */
export const mostRows: typeof mostImported = 500

export const importFields = ['nombre', 'email', 'role', 'cargo', 'telefono'] as const
export type ImportField = (typeof importFields)[number]

export type PeopleFault = CsvFault | { code: 'noColumns' }
/** `lines`: line numbers as in a spreadsheet, where the header is line 1. */
export type PeopleTable = { table: CsvTable; rows: ImportRow[]; lines: number[] }

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

/** Column titles in Spanish and English. */
const titles: Record<ImportField, readonly string[]> = {
  nombre: ['nombre', 'nombres', 'nombre y apellido', 'nombres y apellidos', 'nombre completo', 'name', 'full name'],
  email: ['correo', 'correo electronico', 'email', 'e mail', 'mail', 'email address'],
  role: ['rol', 'role', 'perfil'],
  cargo: ['cargo', 'puesto', 'post', 'position', 'job title', 'title'],
  telefono: ['telefono', 'celular', 'movil', 'phone', 'mobile', 'phone number'],
}

/** Role names: the labels of both languages and the API's values. */
const roleWords: Record<Role, readonly string[]> = {
  admin: ['admin', 'administracion', 'administrador', 'administradora', 'administration', 'administrator'],
  gestor: ['gestor', 'gestora', 'gestion', 'management', 'manager'],
  mediador: ['mediador', 'mediadora', 'mediacion', 'mediation', 'mediator'],
  usuario: ['', 'usuario', 'usuaria', 'user'],
}

/** The API's value of a role; an unknown one is passed on, so that the server reports it. */
export function roleOf(word: string): string {
  const name = plain(word)
  return roles.find((role) => roleWords[role].includes(name)) ?? word.trim()
}

/** The column of each field; missing ones are -1. */
function columnsOf(header: readonly string[]): Record<ImportField, number> {
  const plainTitles = header.map(plain)
  const place = (field: ImportField) => plainTitles.findIndex((title) => titles[field].includes(title))
  return {
    nombre: place('nombre'),
    email: place('email'),
    role: place('role'),
    cargo: place('cargo'),
    telefono: place('telefono'),
  }
}

function rowOf(cells: readonly string[], columns: Record<ImportField, number>): ImportRow {
  const cell = (field: ImportField) => (cells[columns[field]] ?? '').trim()
  return {
    nombre: cell('nombre').slice(0, 400),
    email: cell('email').slice(0, 400),
    role: roleOf(cell('role')).slice(0, 60),
    cargo: cell('cargo').slice(0, 400),
    telefono: cell('telefono').slice(0, 400),
  }
}

function peopleOf(table: CsvTable): PeopleTable | { fault: PeopleFault } {
  const columns = columnsOf(table.header)
  if (columns.nombre === -1 || columns.email === -1) return { fault: { code: 'noColumns' } }
  const rows = table.rows.map((cells) => rowOf(cells, columns))
  return { table, rows, lines: rows.map((_, at) => at + 2) }
}

/** Reads users from a file, or returns why it cannot. */
export async function readPeopleFile(file: File): Promise<PeopleTable | { fault: PeopleFault }> {
  const read = readCsv(file.name, new Uint8Array(await file.arrayBuffer()), mostRows)
  return 'fault' in read ? read : peopleOf(read.table)
}

/** Reads users from pasted rows. */
export function readPeopleText(text: string): PeopleTable | { fault: PeopleFault } {
  const separator = separatorOf(text)
  const [header, ...rows] = parseCsv(text, separator)
  if (header === undefined || rows.length === 0) return { fault: { code: 'empty' } }
  if (rows.length > mostRows) return { fault: { code: 'tooMany', count: rows.length } }
  return peopleOf({ name: '', separator, header, rows })
}
