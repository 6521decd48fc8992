import { type Kysely, sql } from 'kysely'

/** Switches of the shipped authorities. Without a row the shipped default counts: see docs/adr/0026. */
const tables = `
create table authority_country (
  pais text primary key check (pais ~ '^[A-Z]{2}$'),
  is_on boolean not null,
  updated_by uuid references app_user,
  updated_at timestamptz(3) not null default now()
);

create table authority_switch (
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),
  is_on boolean not null,
  updated_by uuid references app_user,
  updated_at timestamptz(3) not null default now()
)`

/** Countries of the companies. */
const countries = `
insert into authority_country (pais, is_on)
  select distinct pais, true from company where pais ~ '^[A-Z]{2}$'`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [tables, countries].flatMap((script) => script.split(/;\n\n/))) {
    await sql.raw(statement).execute(db)
  }
}
