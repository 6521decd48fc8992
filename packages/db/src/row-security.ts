import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { sqlState } from './errors.ts'
import { migrations } from './migrate.ts'
import type { Database } from './schema.ts'

/**
 * Conditions on the rows of a table, as SQL. `rows`: on reading and writing; `read`, `add`, `change`, `remove` replace
 * it for one kind of statement, and null denies that kind. `lock` replaces it on rows that are locked, or as they are
 * before a change. `fixed`: a column that is never changed. `open`: no condition, with the reason.
 */
type Limits = {
  rows: string
  read?: string
  lock?: string
  add?: string | null
  change?: string | null
  remove?: string | null
  fixed?: string
}
type Rule = Limits | { open: string }

// As a subquery it is evaluated once for each statement, not for each row.
const company = '(select foja_company())'
const ofCompany = `this.id_company = ${company}`
/** The row belongs to a visible row of another table. */
const under = (table: string, key: string, own: string) =>
  `exists (select from ${table} parent where parent.${key} = this.${own})`
const ofUser = `exists (select from app_user person where person.id = this.id_user and person.id_company = ${company})`
const ofDocument = under('document', 'id_documento', 'id_documento')
const installation = { rows: 'true', add: null, change: null, remove: null }

/** The rule of every table. Its own columns are written `this.column`. */
export const rowRules: Readonly<Record<keyof Database, Rule>> = {
  // A closed company is shown, because its users may not sign in and get no messages.
  company: { rows: `this.id = ${company}`, read: `this.id = ${company} or not this.activa`, add: null, remove: null },
  // Names of authors who moved to another company appear in lists and reports.
  // They are locked when their requests are handed over. They stay in their company, or a company could take them over.
  app_user: { rows: ofCompany, read: 'true', lock: 'true', fixed: 'id_company' },
  session: { rows: ofUser },
  refresh_token: { rows: under('session', 'id', 'id_session') },
  recovery_code: { rows: ofUser },
  one_time_link: { rows: ofUser },
  passkey: { rows: ofUser },
  api_key: { rows: ofUser },
  spent_challenge: { open: 'spent random values, without a user' },
  throttle: { open: 'counts by address and account, without a company' },
  solicitud_main: { rows: ofCompany },
  solicitud: { rows: ofCompany },
  deleted_case: { rows: ofCompany },
  document: { rows: ofCompany },
  document_version: { rows: ofDocument },
  // An event without a company in a chain of the company is forged or of an earlier release: the check must see it.
  event: {
    rows: `${ofCompany} or this.id_company is null
      and (${under('solicitud_main', 'id_solicitud_main', 'id_solicitud_main')} or ${ofDocument})`,
    add: `this.id_company is null or ${ofCompany}`,
    change: null,
    remove: null,
  },
  event_chain: { open: 'numbers and hashes only; a document outside of companies has a chain too' },
  history_counter: { open: 'numbers of chains, without a company' },
  // Hashes of chains, for their check.
  history_root: installation,
  history_root_head: installation,
  signer: { rows: ofUser },
  share: { rows: ofDocument },
  share_view: { rows: under('share', 'id', 'id_share') },
  user_shared: { rows: ofDocument },
  trust_anchor: { rows: ofCompany, read: `this.id_company is null or ${ofCompany}`, change: null },
  // The country of the company may be switched on, unless an admin has chosen: `updated_by` is null.
  authority_country: {
    ...installation,
    add: `this.is_on and this.updated_by is null
      and exists (select from company own where own.id = ${company} and own.pais = this.pais)`,
  },
  authority_switch: installation,
  signing_settings: { rows: ofCompany },
  office_seal: { rows: ofCompany },
  verification_code: { rows: ofDocument },
  prepared_signing: { rows: ofDocument },
  setting: installation,
  idempotency_key: { rows: ofUser },
  email: { rows: ofCompany },
  // Of the whole installation, for admins only, whose queries are those of the owner.
  mail_settings: { rows: 'false' },
  // Notices on a document or request go to participants, among them admins of other companies.
  notification: {
    rows: `case when this.id_documento is not null then ${ofDocument}
      when this.id_solicitud is not null then ${under('solicitud', 'id_solicitud', 'id_solicitud')}
      else ${ofUser} end`,
  },
  tally: { open: 'counters; those of users are under a digest of company and user' },
  tally_change: { open: 'counters; those of users are under a digest of company and user' },
  main_facet: { rows: ofCompany },
  template: { rows: ofCompany },
  template_base: { rows: ofCompany },
  template_version: { rows: under('template', 'id', 'id_template') },
  template_batch: { rows: ofCompany },
  template_batch_file: { rows: under('template_batch', 'id', 'id_batch') },
  request: { rows: ofCompany },
  request_document: { rows: under('request', 'id', 'id_request') },
  request_filling: { rows: under('request', 'id', 'id_request') },
  recipient: { rows: under('request', 'id', 'id_request') },
  requirement: { rows: under('recipient', 'id', 'id_recipient') },
  delivered_file: { rows: under('requirement', 'id', 'id_requirement') },
  recipient_version: { rows: under('recipient', 'id', 'id_recipient') },
  webhook: { rows: ofCompany },
  webhook_delivery: { rows: under('webhook', 'id', 'id_webhook') },
  retention_rule: { rows: ofCompany },
  case_hold: { rows: ofCompany },
  provisioning: { rows: ofCompany },
  // Named by admins only, whose queries are those of the owner.
  provisioning_domain: { rows: ofCompany, add: null, change: null, remove: null },
}

const verbs = {
  select: ({ rows, read = rows }) => `using (${read})`,
  insert: ({ rows, add = rows }) => (add === null ? null : `with check (${add})`),
  update: ({ rows, lock = rows, change = rows }) => (change === null ? null : `using (${lock}) with check (${change})`),
  delete: ({ rows, remove = rows }) => (remove === null ? null : `using (${remove})`),
} satisfies Record<string, (rule: Limits) => string | null>

function statementsOf(role: string, table: string, rule: Rule): string[] {
  const revoke = `revoke all on ${table} from ${role}`
  if ('open' in rule) return [revoke, `grant select, insert, update, delete on ${table} to ${role}`]
  const allowed = Object.entries(verbs).flatMap(([verb, clauseOf]) => {
    const clause = clauseOf(rule)?.replaceAll('this.', `${table}.`)
    return clause === undefined ? [] : [{ verb, clause }]
  })
  return [
    `alter table ${table} enable row level security`,
    ...Object.keys(verbs).map((verb) => `drop policy if exists company_${verb} on ${table}`),
    ...allowed.map(({ verb, clause }) => `create policy company_${verb} on ${table} for ${verb} to ${role} ${clause}`),
    revoke,
    ...allowed.map(({ verb }) =>
      verb === 'update' && rule.fixed !== undefined
        ? grantUpdateBut(rule.fixed, table, role)
        : `grant ${verb} on ${table} to ${role}`,
    ),
  ]
}

const grantUpdateBut = (fixed: string, table: string, role: string) => `
do $$
begin
  execute (
    select format('grant update (%s) on ${table} to ${role}', string_agg(quote_ident(attname), ', '))
    from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attname <> '${fixed}'
  );
end $$`

/** Functions of triggers: they maintain derived rows, whatever the writer may see. */
const triggerFunctions = [
  'main_changed',
  'main_removed',
  'request_changed',
  'request_removed',
  'document_changed',
  'person_renamed',
]

/**
 * Takes the privileges of this database from the roles of others, which a restored or renamed database still names, and
 * from the role without a suffix that all had.
 */
const revokeFormer = (role: string) => `
do $$
declare statement text;
begin
  for statement in
    with former as (
      select oid, rolname from pg_roles where rolname ~ '^foja_app(_[0-9a-f]{12})?$' and rolname <> '${role}'
    ), relation as (
      select oid, relkind, relacl from pg_class where relkind in ('r', 'p', 'v', 'S') and pg_has_role(relowner, 'usage')
    ), grants as (
      select relation.*, relacl as acl from relation
      union all select relation.*, attacl from relation join pg_attribute on attrelid = relation.oid
    )
    select format('revoke all on %s %s from %I', case relkind when 'S' then 'sequence' else 'table' end,
        grants.oid::regclass, rolname)
      from grants, aclexplode(acl), former where grantee = former.oid
    union select format('revoke all on schema %I from %I', nspname, rolname)
      from pg_namespace, aclexplode(nspacl), former where grantee = former.oid and pg_has_role(nspowner, 'usage')
  loop
    execute statement;
  end loop;
end $$`

function script(schema: string, role: string): string[] {
  return [
    revokeFormer(role),
    // A fixed path, so that a temporary table of the caller cannot take the place of a table.
    ...triggerFunctions.map((name) => `alter function ${name}() security definer set search_path = ${schema}, pg_temp`),
    // A view shows what its caller may see.
    'alter view request_act set (security_invoker = true)',
    `grant select on request_act to ${role}`,
    `grant usage on schema ${schema} to ${role}`,
    `grant usage on all sequences in schema ${schema} to ${role}`,
    ...Object.entries(rowRules).flatMap(([table, rule]) => statementsOf(role, table, rule)),
  ]
}

/**
 * Digest of policies, of switched-on protection and of privileges, as the database has them: a dump restored without
 * roles or privileges brings the comment of `applyRowSecurity`, but not these.
 */
async function digestOf(owner: Kysely<Database>, role: string): Promise<string> {
  const { rows } = await sql<{ fact: string }>`
    with relation as (
      select oid, relname, relrowsecurity, relacl from pg_class where relnamespace = current_schema()::regnamespace
    ), grants as (
      select relname as object, relacl as acl from relation
      union all select relname || '.' || attname, attacl from relation join pg_attribute on attrelid = relation.oid
      union all select nspname, nspacl from pg_namespace where oid = current_schema()::regnamespace
    ), fact as (
      select concat_ws(' ', 'grant', object, privilege_type) as fact from grants, aclexplode(acl)
        where grantee = to_regrole(${role})
      union all select concat_ws(' ', 'secured', relname) from relation where relrowsecurity
      union all select concat_ws(' ', 'policy', relname, polname, polcmd, polpermissive,
          pg_get_expr(polqual, polrelid), '|', pg_get_expr(polwithcheck, polrelid))
        from pg_policy join relation on polrelid = relation.oid where to_regrole(${role}) = any (polroles)
    )
    select fact from fact order by fact collate "C"`.execute(owner)
  return hashOf(rows.map(({ fact }) => fact))
}

const hashOf = (parts: readonly string[]) => createHash('sha256').update(parts.join(';')).digest('hex')

/**
 * Role of queries on behalf of one company. It owns no table; the policies apply to it. Each database of a server has its
 * own, because a role is one for the whole server: with a common one, each installation could read the others.
 */
export async function readCompanyRole(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ role: string }>`
    select 'foja_app_' || left(encode(sha256(convert_to(current_database(), 'UTF8')), 'hex'), 12) as role`.execute(db)
  return rows[0]!.role
}

/**
 * Creates the role and the policies, as the owner of the tables; does nothing when the database has them already.
 * Returns false when this login is the role, or may neither create nor use it: then queries are limited by their own
 * conditions only.
 */
export async function applyRowSecurity(owner: Kysely<Database>, role: string): Promise<boolean> {
  if (!(await mayUseRole(owner, role))) return false
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(owner)
  const statements = script(rows[0]!.schema, role)
  // A migration may replace a function or table.
  const version = hashOf([...Object.keys(migrations), ...statements])
  if (await isApplied(owner, version, role)) return true
  await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7041)`.execute(trx)
    // By a process that started at the same time: it uses these tables, and locking them again could deadlock with it.
    if (await isApplied(trx, version, role)) return
    await sql.raw(statements.join(';\n')).execute(trx)
    await sql.raw(`comment on function foja_company() is '${version} ${await digestOf(trx, role)}'`).execute(trx)
  })
  return true
}

async function isApplied(db: Kysely<Database>, version: string, role: string): Promise<boolean> {
  const { rows } = await sql<{ applied: string | null }>`
    select obj_description(to_regprocedure('foja_company()'), 'pg_proc') as applied`.execute(db)
  return rows[0]!.applied === `${version} ${await digestOf(db, role)}`
}

/** True if this login may act as the role of companies; creates the role if it may and must. */
async function mayUseRole(owner: Kysely<Database>, role: string): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`
    select rolname = current_user as own from pg_roles where rolname = ${role}`.execute(owner)
  // Every statement would run with the role, and every table be its own.
  if (rows[0]?.own === true) return false
  if (rows.length === 0 && !(await attempt(owner, `create role ${role}`))) return false
  if (await attempt(owner, `set local role ${role}`)) return true
  // PostgreSQL 16: a login that creates a role may grant it to itself, but cannot use it before.
  await attempt(owner, `grant ${role} to current_user`)
  return await attempt(owner, `set local role ${role}`)
}

/** Lacking privilege; the same created at the same time by another process. */
const refused = new Set(['42501', '0LP01'])
const concurrent = new Set(['42710', '23505', 'XX000'])

async function attempt(owner: Kysely<Database>, statement: string): Promise<boolean> {
  try {
    await owner.transaction().execute(async (trx) => {
      await sql.raw(statement).execute(trx)
    })
    return true
  } catch (error) {
    const state = sqlState(error) ?? ''
    if (concurrent.has(state)) return true
    if (refused.has(state)) return false
    throw error
  }
}
