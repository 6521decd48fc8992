import { createId } from '@foja/contracts/create-id'
import { createTestDatabase } from '@foja/testing/database'
import { sql } from 'kysely'
import { hash, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { migrations } from './migrate.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

describe('migration of messages of an earlier release', () => {
  const company = randomUUID()
  const request = createId()
  const address = `https://foja.example/solicitudes/${request}`
  const page = `<a class="button" href="${address}">Ver</a>`

  async function addPerson(email: string, created: string, removed: string | null = null): Promise<string> {
    const id = randomUUID()
    await sql`insert into app_user (id, email, nombre, role, id_company, activo, created_at, removed_at)
      values (${id}, ${email}, 'x', 'mediador', ${company}, ${removed === null}, ${created}, ${removed})`.execute(
      database.kysely,
    )
    return id
  }

  async function addEmail(
    kind: string,
    to: string,
    more: Partial<Record<'status' | 'html' | 'reason' | 'link', string>> = {},
  ) {
    const id = randomUUID()
    const { status = 'held', html = page, reason = null, link = null } = more
    await sql`insert into email (id, id_company, kind, status, locale, recipients, subject, text, html, id_solicitud,
      id_link, reason, created_at) values (${id}, ${company}, ${kind}, ${status}, 'es',
      ${JSON.stringify({ to: [to], cc: [] })}, 'x', 'x', ${html}, ${request}, ${link}, ${reason}, '2026-03-01')`.execute(
      database.kysely,
    )
    return id
  }

  async function addLink(user: string, used: string | null): Promise<string> {
    const id = randomUUID()
    await sql`insert into one_time_link (id, id_user, kind, hash, created_at, expires_at, used_at)
      values (${id}, ${user}, 'invitation', ${hash('sha256', id)}, '2026-03-01', '2026-03-08', ${used})`.execute(
      database.kysely,
    )
    return id
  }

  const rowOf = async (id: string) =>
    await database.kysely
      .selectFrom('email')
      .where('id', '=', id)
      .select(['status', 'reason', 'id_reader', 'about'])
      .executeTakeFirstOrThrow()

  it('assigns waiting messages to the users they were written to, and those to parties to no user', async () => {
    const { kysely } = database
    await kysely.insertInto('company').values({ id: company, nombre: 'Centro' }).execute()
    const left = await addPerson('ana@foja.example', '2026-01-01', '2026-04-01')
    const heir = await addPerson('ana@foja.example', '2026-05-01')
    const here = await addPerson('eva@foja.example', '2026-01-01')
    const main = createId()
    await sql`insert into solicitud_main (id_solicitud_main, titulo, id_company, created_by, payload_sha256)
      values (${main}, 'x', ${company}, ${here}, ${'0'.repeat(64)})`.execute(kysely)
    await sql`insert into solicitud (id_solicitud, id_solicitud_main, id_company, titulo, position)
      values (${request}, ${main}, ${company}, 'x', 1)`.execute(kysely)
    await sql`alter table email drop column id_reader, drop column about`.execute(kysely)
    const closed = { status: 'failed', reason: 'link_closed' }
    const ids = {
      left: await addEmail('invitation', 'ana@foja.example'),
      here: await addEmail('reminder', 'Eva@foja.example', { status: 'failed' }),
      notice: await addEmail('notice', 'eva@foja.example', { html: 'Hola' }),
      // The address is no longer theirs: its former owner gets no message.
      unknown: await addEmail('cancellation', 'otra@foja.example'),
      // A user's address that was written to as that of a party.
      party: await addEmail('invitation', 'eva@foja.example', { html: `<p>Mira ${address} antes</p>` }),
      used: await addEmail('account', 'eva@foja.example', { ...closed, link: await addLink(here, '2026-03-02') }),
      forgotten: await addEmail('account', 'eva@foja.example', closed),
      over: await addEmail('account', 'eva@foja.example', { ...closed, link: await addLink(here, null) }),
      refused: await addEmail('account', 'eva@foja.example', { status: 'failed', reason: 'recipient_refused' }),
    }
    await kysely.transaction().execute((trx) => migrations['0013-readers']!.up(trx))
    const about = { requests: [request] }
    const unassigned = { id_reader: null, about: null, reason: null }
    expect(await rowOf(ids.left)).toEqual({ status: 'held', reason: null, id_reader: left, about })
    expect(await rowOf(ids.here)).toEqual({ status: 'failed', reason: null, id_reader: here, about })
    expect(await rowOf(ids.notice)).toEqual({ ...unassigned, status: 'held', id_reader: here })
    expect(await rowOf(ids.unknown)).toEqual({ ...unassigned, status: 'cancelled', reason: 'reader_gone' })
    expect(await rowOf(ids.party)).toEqual({ ...unassigned, status: 'held' })
    for (const id of [ids.used, ids.forgotten]) {
      expect(await rowOf(id)).toMatchObject({ status: 'cancelled', reason: 'link_used' })
    }
    expect(await rowOf(ids.over)).toMatchObject({ status: 'failed', reason: 'link_closed' })
    expect(await rowOf(ids.refused)).toMatchObject({ status: 'failed', reason: 'recipient_refused' })
    const all = await kysely.selectFrom('email').select('id_reader').execute()
    expect(all.map(({ id_reader }) => id_reader)).not.toContain(heir)
  })
})
