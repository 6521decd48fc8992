import { type Kysely, sql } from 'kysely'

/** Seals of chain heads, counters of chains and roots over all of them. The first start seals existing chains. */
const seals = `
alter table event_chain add column no bigint, add column mac text, add column sealed_from timestamptz(3);

create table history_counter (
  shard smallint primary key check (shard between 0 and 15),
  chains bigint not null,
  mac text not null
);

create table history_root (
  no bigint primary key,
  at timestamptz(3) not null,
  chains bigint not null,
  events bigint not null,
  changed bigint not null,
  heads text not null,
  prev_hash text not null,
  hash text not null,
  mac text not null,
  published_at timestamptz(3),
  token bytea,
  tsa text,
  stamped_at timestamptz(3)
);

create table history_root_head (
  chain text not null,
  seq bigint not null,
  hash text not null,
  root bigint not null references history_root,
  primary key (chain, seq)
);

create index history_root_head_root_idx on history_root_head (root, chain collate "C");

create function history_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger history_root_append_only before delete or truncate on history_root
  for each statement execute function history_is_append_only();

create trigger history_root_head_append_only before update or delete or truncate on history_root_head
  for each statement execute function history_is_append_only()`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of seals.split(/;\n\n/)) await sql.raw(part).execute(db)
}
