import type { NewPerson, TestServer } from '../test-server.ts'
import { addPerson } from '../test-server.ts'
import { Caller } from '../office.ts'
import { issueAccessToken } from '../../src/modules/identity/session/access-token.ts'
import { randomUUID } from 'node:crypto'

/** A session of `user` as signing in makes it, without the second that checking a password takes. */
export async function openSession({ deps }: TestServer, user: string): Promise<{ id: string; token: string }> {
  const id = randomUUID()
  const expires_at = new Date(deps.clock().getTime() + 24 * 3_600_000)
  await deps.db.insertInto('session').values({ id, id_user: user, expires_at }).execute()
  const { token } = await issueAccessToken(deps.keys, { user, session: id }, deps.clock())
  return { id, token }
}

/** Somebody new with an open session. */
export async function newcomer(server: TestServer, person: Omit<NewPerson, 'email'>): Promise<Caller> {
  const email = `${randomUUID()}@foja.example`
  const id = await addPerson(server, { ...person, email })
  return new Caller(server.origin, id, email, (await openSession(server, id)).token)
}
