import { type Kysely, sql } from 'kysely'

/** The company of the connection; null: every company. The policies of row-security.ts use it. */
const company = `
create function foja_company() returns uuid language sql stable parallel safe
  return nullif(current_setting('foja.company', true), '')::uuid`

/**
 * The operator of full-text search is not leakproof: under a policy PostgreSQL does not use its index. This function
 * runs as the owner, so it does; it names the case files of the company only. Others count towards `most` as null.
 */
const words = `
create function mains_with_words(terms tsquery, company uuid, most integer)
  returns setof char(19) language sql stable security definer
  begin atomic
    select case when m.id_company = company and company = coalesce(foja_company(), company) then m.id_solicitud_main end
    from solicitud_main m where m.palabras @@ terms limit most;
  end`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [company, words]) await sql.raw(statement).execute(db)
}
