import { verifyChain } from '@foja/db/verify-chains'
import type { KyselyPlugin } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, openOffice, type Caller } from '../../../test/office.ts'
import { userPaths } from '../../../test/people-calls.ts'
import { ctxOf } from '../../../test/test-server.ts'
import { importUsers } from './import-users.ts'

type Answer = {
  errors: { row: number; field: string; code: string; message: string }[]
  ready: number
  created: number
  invitations: 'queued' | 'held' | null
}

const office = await openOffice()
beforeEach(() => office.server.deps.db.deleteFrom('email').execute())

const send = (caller: Caller, rows: object[], more: object = {}) =>
  caller.post(userPaths.import, { preview: false, rows, ...more })
const answerOf = async (rows: object[], more: object = {}, caller = office.gestor) =>
  await bodyOf<Answer>(await send(caller, rows, more), 200)
const rowsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    email: `${prefix}${at}@foja.example`,
    nombre: `${prefix} ${at}`,
    role: at % 2 === 0 ? 'Mediadora' : 'USER',
    cargo: 'Asistente',
  }))
const peopleOf = async (prefix: string) =>
  await office.server.deps.db
    .selectFrom('app_user')
    .where('email', 'like', `${prefix}%`)
    .orderBy('email')
    .selectAll()
    .execute()
const mails = async () => await office.server.deps.db.selectFrom('email').selectAll().execute()

describe('taken addresses of other companies in an import', () => {
  const throttles = () => office.server.deps.db.deleteFrom('throttle').execute()
  beforeEach(throttles)
  afterAll(throttles)

  it('are reported to a gestor up to an hourly limit, and to admins without limit', async () => {
    const { db } = office.server.deps
    const values = Array.from({ length: 101 }, (_, at) => ({
      id: randomUUID(),
      email: `fuera${at}@foja.example`,
      nombre: 'Fuera',
      role: 'usuario' as const,
      id_company: office.otherCompany,
    }))
    await db.insertInto('app_user').values(values).execute()
    const rows = rowsOf('fuera', 100)
    for (const errors of [100, 100]) {
      expect((await answerOf(rows, { preview: true })).errors).toHaveLength(errors)
    }
    const one = { nombre: 'Una', email: 'fuera100@foja.example', role: 'usuario' }
    await expectProblem(await send(office.gestor, rows, { preview: true }), 400, 'paused')
    await expectProblem(await office.gestor.post(userPaths.create, one), 400, 'paused')
    const asAdmin = { preview: true, id_company: office.company }
    expect((await answerOf(rows, asAdmin, office.admin)).errors).toHaveLength(100)
    // Addresses of their own company do not count.
    expect((await answerOf([{ ...one, email: office.usuario.email }], { preview: true })).errors).toHaveLength(1)
    await throttles()
    const problem = await expectProblem(await office.gestor.post(userPaths.create, one), 400, 'email_in_use')
    expect(JSON.stringify(problem)).not.toMatch(/Fuera|fuera100/)
  })
})

describe('user import', () => {
  it('changes nothing in a preview', async () => {
    const rows = [...rowsOf('mira', 2), { email: office.ajeno.email, nombre: 'Ya está', role: 'usuario' }]
    expect(await answerOf(rows, { preview: true })).toEqual({
      errors: [
        {
          row: 3,
          field: 'email',
          code: 'email_in_use',
          message: 'Ya hay una persona con este correo. Quita la fila o cambia la dirección.',
        },
      ],
      ready: 2,
      created: 0,
      invitations: null,
    })
    expect([await peopleOf('mira'), await mails()]).toEqual([[], []])
  })

  it('reports errors in the language of the caller', async () => {
    const body = { preview: true, rows: [{ email: '', nombre: 'Ana', role: 'jefa' }] }
    const answer = await office.gestor.post(userPaths.import, body, { 'accept-language': 'en' })
    const { errors } = await bodyOf<Answer>(answer, 200)
    expect(errors.map(({ message }) => message)).toEqual([
      'This is missing. Fill it in.',
      'This role is not known. Write Management, Mediation or User.',
    ])
  })

  it('creates all users in the caller’s company and invites each', async () => {
    expect(await answerOf(rowsOf('todas', 30))).toEqual({ errors: [], ready: 30, created: 30, invitations: 'held' })
    const people = await peopleOf('todas')
    expect(people).toHaveLength(30)
    expect(
      people.every(({ id_company, password_hash }) => id_company === office.company && password_hash === null),
    ).toBe(true)
    expect(people.map(({ role }) => role).filter((role) => role === 'mediador')).toHaveLength(15)
    const sent = (await mails()).flatMap(({ recipients }) => recipients.to)
    expect(sent.toSorted()).toEqual(people.map(({ email }) => email).toSorted())
    const { db } = office.server.deps
    const trail = await db.selectFrom('event').where('action', '=', 'user.created').select('data').execute()
    expect(trail.filter(({ data }) => String(data['nombre']).startsWith('todas'))).toHaveLength(30)
  })

  it('creates no users if a single row is wrong', async () => {
    const rows = [...rowsOf('ninguna', 5), { email: 'ninguna9@foja.example', nombre: '', role: 'usuario' }]
    expect(await answerOf(rows)).toMatchObject({ errors: [{ row: 6, field: 'nombre' }], ready: 5, created: 0 })
    expect([await peopleOf('ninguna'), await mails()]).toEqual([[], []])
  })

  it('succeeds once if sent ten times concurrently; the other calls report the taken addresses', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => answerOf(rowsOf('carrera', 8))))
    expect(answers.map(({ created }) => created).toSorted()).toEqual([...Array.from({ length: 9 }, () => 0), 8])
    const losers = answers.filter(({ created }) => created === 0)
    expect(
      losers.every(({ errors }) => errors.every(({ code }) => code === 'email_in_use') && errors.length === 8),
    ).toBe(true)
    expect(await peopleOf('carrera')).toHaveLength(8)
    expect(await mails()).toHaveLength(8)
  })

  it('uses the company that an admin chooses, and only the own one for a gestor', async () => {
    const { admin, gestor, otherCompany, mediador } = office
    await expectProblem(await send(admin, rowsOf('nadie', 1)), 400, 'company_unknown')
    expect(await answerOf(rowsOf('otras', 2), { id_company: otherCompany }, admin)).toMatchObject({ created: 2 })
    expect((await peopleOf('otras')).map(({ id_company }) => id_company)).toEqual([otherCompany, otherCompany])
    for (const preview of [true, false]) {
      const foreign = await send(gestor, rowsOf('nadie', 1), { id_company: otherCompany, preview })
      await expectProblem(foreign, 400, 'company_unknown')
    }
    await expectProblem(await send(mediador, rowsOf('nadie', 1)), 403, 'forbidden')
    expect(await peopleOf('nadie')).toEqual([])
  })

  it('takes as few statements for many rows as for few, and leaves a valid event chain', async () => {
    const { deps } = office.server
    let statements = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    const { gestor, company } = office
    const { id, email } = gestor
    const named = { id, email, nombre: 'Gael Gestor', role: 'gestor' as const, id_company: company }
    const theirs = deps.db.selectFrom('session').where('id_user', '=', id).select('id as session')
    const actor = { ...named, ...(await theirs.executeTakeFirstOrThrow()) }
    const ctx = ctxOf(office.server, actor, { db: deps.db.withPlugin(counter) })
    const counted = async (prefix: string, count: number) => {
      statements = 0
      const answer = await importUsers(ctx, { preview: false, rows: rowsOf(prefix, count) })
      expect(answer.created).toBe(count)
      return statements
    }
    const few = await counted('pocas', 2)
    expect(few).toBeGreaterThan(0)
    expect(await counted('varias', 120)).toBe(few)
    expect(await verifyChain(deps.db, company)).toMatchObject({ intact: true })
    const links = await deps.db
      .selectFrom('one_time_link')
      .innerJoin('app_user', 'app_user.id', 'one_time_link.id_user')
      .innerJoin('email', 'email.id_link', 'one_time_link.id')
      .where('app_user.email', 'like', 'varias%')
      .where('one_time_link.used_at', 'is', null)
      .select(['app_user.email', 'email.recipients'])
      .execute()
    expect(links).toHaveLength(120)
    expect(links.every(({ email, recipients }) => recipients.to[0] === email)).toBe(true)
  })

  it('accepts at most 500 rows, and creates that many within seconds', async () => {
    await expectProblem(await send(office.gestor, rowsOf('muchas', 501), { preview: true }), 400, 'validation_failed')
    await expectProblem(await send(office.gestor, []), 400, 'validation_failed')
    expect(await answerOf(rowsOf('quinientas', 500))).toMatchObject({ created: 500 })
    expect(await peopleOf('quinientas')).toHaveLength(500)
  })
})
