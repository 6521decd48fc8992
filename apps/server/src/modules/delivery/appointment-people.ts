import { can } from '@foja/contracts/policies'
import type { Parte } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import { parseAddress } from '@foja/mail/address'
import type { Transaction } from 'kysely'
import { type Locale, localeOf } from '../../texts/locale.ts'
import type { StoredEmail } from './email-trail.ts'

/** Name of the calendar attachment. Without a method it may contain several appointments. */
export const calendarFile = (method: StoredEmail['calendar_method']): string =>
  method === null ? 'citas.ics' : 'cita.ics'

/** A participant of an appointment. `user`: id of their account; they may open the page of the request. */
export type Participant = { nombre: string; address: string; locale: Locale; user: string | null }

type Concerned = { id_company: string; partes: readonly Parte[]; assignee: string | null; author: string }

/**
 * The recipients of messages about an appointment, each address once: the mediator and the author, in their own
 * languages, if they may read the request; and the parties with an address, in the author's language.
 */
export async function participantsOf(trx: Transaction<Database>, concerned: Concerned): Promise<Participant[]> {
  const ids = [concerned.assignee, concerned.author].filter((id) => id !== null)
  const users = await trx
    .selectFrom('app_user')
    .where('id', 'in', ids)
    .select(['id', 'nombre', 'email', 'locale', 'activo', 'role', 'id_company'])
    .execute()
  const author = users.find(({ id }) => id === concerned.author)
  const authorLocale = localeOf(author?.locale ?? 'es')
  const found = new Map<string, Participant>()
  const add = (person: Omit<Participant, 'address'>, email: string | undefined) => {
    const address = parseAddress(email ?? '')
    if (address !== null && !found.has(address.toLowerCase())) {
      found.set(address.toLowerCase(), { ...person, address })
    }
  }
  const solicitud = { id_company: concerned.id_company, created_by: concerned.author }
  for (const user of users) {
    const { id, nombre, email, locale, activo } = user
    if (activo && can('solicitud.read', user, solicitud)) add({ nombre, locale: localeOf(locale), user: id }, email)
  }
  for (const { nombre, email } of concerned.partes) add({ nombre, locale: authorLocale, user: null }, email)
  return [...found.values()]
}

/** The company's name in messages. */
export async function companyNameOf(trx: Transaction<Database>, id: string): Promise<string> {
  const row = await trx.selectFrom('company').where('id', '=', id).select('nombre').executeTakeFirst()
  return row?.nombre ?? 'Foja'
}
