import type { PersonalTable } from '@foja/contracts/personal-data'
import { sql, type RawBuilder } from 'kysely'
import type { Person } from './person.ts'

type Condition = RawBuilder<boolean>

const no = sql<boolean>`false`
const any = (...parts: Condition[]): Condition => sql<boolean>`(${sql.join(parts, sql` or `)})`
const both = (a: Condition, b: Condition): Condition => sql<boolean>`(${a} and ${b})`

/** A JSON text contains one of these texts; the case of letters does not count. */
const mentions = (json: RawBuilder<unknown>, texts: readonly string[]): Condition =>
  texts.length === 0
    ? no
    : sql<boolean>`exists (select from unnest(${texts.map((text) => JSON.stringify(text).slice(1, -1).toLowerCase())}::text[]) part
        where strpos(lower(${json}::text), part) > 0)`

/** The conditions that select the rows of a person in each table; `t` is the table. */
export function rowsOf({ company, user, emails, idents, names, known }: Person): Record<PersonalTable, Condition> {
  const id = user?.id ?? null
  const mine = (column: string): Condition => (id === null ? no : sql<boolean>`t.${sql.ref(column)} = ${id}`)
  const here = (column = 't.id_company'): Condition =>
    company === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${company}`
  const matches = (email: RawBuilder<unknown>, ident: RawBuilder<unknown>) =>
    sql<boolean>`(lower(${email}) = any(${emails}::text[]) or ${ident} = any(${idents}::text[]))`
  const isParty = (list: RawBuilder<unknown>) => sql<boolean>`exists (select from jsonb_array_elements(${list}) parte
    where ${matches(sql`parte ->> 'email'`, sql`parte ->> 'identificacion'`)})`
  const isBinned = sql<boolean>`exists (select from jsonb_array_elements(coalesce(t.requests, '[]')) one,
    jsonb_array_elements(one -> 'partes') parte where ${matches(sql`parte ->> 'email'`, sql`parte ->> 'identificacion'`)})`
  const isRecipient = (alias: string) =>
    both(
      matches(sql.ref(`${alias}.email`), sql.ref(`${alias}.identificacion`)),
      sql<boolean>`exists (select from request q where q.id = ${sql.ref(`${alias}.id_request`)} and ${here('q.id_company')})`,
    )
  const recipients = sql`(select r.id from recipient r where ${isRecipient('r')})`
  const ofRecipient = sql<boolean>`t.id_recipient in ${recipients}`
  const ofDocument = (condition: Condition) =>
    both(
      condition,
      sql<boolean>`exists (select from document d where d.id_documento = t.id_documento and ${here('d.id_company')})`,
    )
  // The case files and documents where names mean this person.
  const chains = sql`(select s.id_solicitud_main::text from solicitud s where ${here('s.id_company')} and ${isParty(sql`s.partes`)}
    union select c.id_solicitud_main::text from deleted_case c,
      jsonb_array_elements(coalesce(c.requests, '[]')) one, jsonb_array_elements(one -> 'partes') parte
      where ${here('c.id_company')} and ${matches(sql`parte ->> 'email'`, sql`parte ->> 'identificacion'`)}
    union select coalesce(q.id_solicitud_main::text, part.id_documento::text) from recipient r
      join request q on q.id = r.id_request left join request_document part on part.id_request = q.id
      where ${isRecipient('r')})`
  const byName = (texts: RawBuilder<unknown>, place: Condition) =>
    names.length === 0 ? no : both(mentions(texts, names), known ? sql<boolean>`true` : place)
  const ofAccount = mine('id_user')
  return {
    app_user: mine('id'),
    session: ofAccount,
    refresh_token: id === null ? no : sql<boolean>`t.id_session in (select id from session where id_user = ${id})`,
    recovery_code: ofAccount,
    passkey: ofAccount,
    api_key: ofAccount,
    one_time_link: ofAccount,
    signer: ofAccount,
    prepared_signing: any(ofAccount, ofRecipient),
    solicitud_main: both(here(), mine('created_by')),
    solicitud: both(here(), any(mine('asignado_a'), isParty(sql`t.partes`))),
    deleted_case: both(here(), any(mine('created_by'), mine('deleted_by'), isBinned)),
    case_hold: both(here(), mine('created_by')),
    document: both(here(), any(mine('created_by'), mine('deleted_by'))),
    document_version: ofDocument(any(mine('created_by'), ofRecipient)),
    share: ofDocument(mine('created_by')),
    share_view:
      id === null
        ? no
        : sql<boolean>`t.id_share in (select own.id from share own join document d on d.id_documento = own.id_documento
            where own.created_by = ${id} and ${here('d.id_company')})`,
    user_shared: ofDocument(any(ofAccount, mine('created_by'))),
    request: both(here(), mine('created_by')),
    recipient: isRecipient('t'),
    request_filling: sql<boolean>`t.id_request in (select r.id_request from recipient r where ${isRecipient('r')})`,
    recipient_version: ofRecipient,
    requirement: ofRecipient,
    delivered_file: sql<boolean>`t.id_requirement in (select a.id from requirement a where a.id_recipient in ${recipients})`,
    email: any(
      mine('id_reader'),
      both(here(), any(mine('created_by'), ofRecipient)),
      both(here(), mentions(sql`concat(t.recipients, t.delivered, t.refused, t.reply_to)`, emails)),
    ),
    notification: any(
      ofAccount,
      both(
        sql<boolean>`exists (select from app_user reader where reader.id = t.id_user and ${here('reader.id_company')})`,
        any(
          mentions(sql`t.data`, emails),
          byName(
            sql`concat(t.actor_label, ' ', t.data)`,
            sql<boolean>`exists (select from solicitud s where s.id_solicitud = t.id_solicitud
              and s.id_solicitud_main::text in ${chains})`,
          ),
        ),
      ),
    ),
    template_batch: both(
      here(),
      any(mine('created_by'), mentions(sql`concat(t.rows, t.requests)`, [...emails, ...idents])),
    ),
    template_batch_file:
      id === null
        ? no
        : sql<boolean>`t.id_batch in (select b.id from template_batch b where b.created_by = ${id} and ${here('b.id_company')})`,
    idempotency_key: ofAccount,
    event: both(
      id === null ? here() : any(here(), mine('actor')),
      any(
        mine('actor'),
        // Others acted there, with their name and address: not for an export of one's own.
        id === null || names.length === 0 ? no : sql<boolean>`t.data ->> 'id_user' = ${id}`,
        mentions(sql`t.data`, [...emails, ...idents]),
        byName(sql`concat(t.actor_label, ' ', t.data)`, sql<boolean>`t.chain in ${chains}`),
      ),
    ),
  }
}
