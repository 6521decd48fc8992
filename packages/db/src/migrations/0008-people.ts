import { type Kysely, sql } from 'kysely'

/**
 * Invitations, departures and second factors. A removed user keeps the row, which the history names, and frees the
 * address. A tax id is unique in its country, in any notation. A renamed user's case files are found by the new name.
 */
const people = `
alter table session add column by_provider boolean not null default false;

alter table company
  add column exige_totp boolean not null default false,
  add column logo_key text;

create function tax_id(text) returns text language sql immutable parallel safe
  return upper(regexp_replace($1, '[^[:alnum:]]', '', 'g'));

create unique index company_tax_id_key on company (coalesce(pais, ''), tax_id(identificacion))
  where identificacion is not null;

alter table app_user
  add column password_changed_at timestamptz(3),
  add column totp_secret text,
  add column totp_enabled_at timestamptz(3),
  add column totp_last_step integer,
  add column oidc_subject text,
  add column removed_at timestamptz(3),
  add constraint app_user_totp_check check (totp_enabled_at is null or totp_secret is not null),
  add constraint app_user_removed_check check (removed_at is null or not activo);

drop index app_user_email_key;

create unique index app_user_email_key on app_user (lower(email)) where removed_at is null;

create unique index app_user_oidc_key on app_user (oidc_subject) where oidc_subject is not null;

create function person_renamed() returns trigger language plpgsql as $$
begin
  perform refresh_main(id) from (
    select id_solicitud_main as id from solicitud_main where created_by = new.id
    union select id_solicitud_main from solicitud where asignado_a = new.id
    order by id) cases;
  return null;
end
$$;

create trigger person_renamed after update of nombre on app_user
  for each row when (old.nombre <> new.nombre) execute function person_renamed();

create table recovery_code (
  id_user uuid not null references app_user on delete cascade,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz(3),
  primary key (id_user, hash)
);

create table one_time_link (
  id uuid primary key,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  id_user uuid not null references app_user on delete cascade,
  kind text not null check (kind in ('invitation', 'reset')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_by uuid references app_user
);

create index one_time_link_user_idx on one_time_link (id_user);

alter table email drop constraint email_kind_check;

alter table email
  add column id_link uuid references one_time_link on delete set null,
  add constraint email_kind_check
    check (kind in ('document', 'notice', 'invitation', 'cancellation', 'reminder', 'account'))`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of people.split(/;\n\n/)) await sql.raw(part).execute(db)
}
