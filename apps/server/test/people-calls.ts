import type { Invitation, ListedUser } from '@foja/contracts/users'
import { bodyOf, type Caller } from './office.ts'

export type CreatedUser = ListedUser & { invitation: Invitation | null }

export const userPaths = {
  list: '/api/v1/list_users/',
  create: '/api/v1/create_user/',
  import: '/api/v1/import_users/',
  profile: '/api/v1/update_profile/',
  update: (id: string) => `/api/v1/update_user/${id}/`,
  remove: (id: string) => `/api/v1/remove_user/${id}/`,
  invite: (id: string) => `/api/v1/invite_user/${id}/`,
  password: (id: string) => `/api/v1/change_password_view/${id}/`,
}

let created = 0
/** Of equal length, so that the order of names does not depend on how many there are. */
const nextNumber = () => String((created += 1)).padStart(5, '0')

/** Creates a user through the API, by default a `usuario` of the caller's company. */
export async function createUser(caller: Caller, more: object = {}): Promise<CreatedUser> {
  const number = nextNumber()
  const person = { email: `nueva${number}@foja.example`, nombre: `Persona Nueva ${number}`, role: 'usuario' }
  return await bodyOf<CreatedUser>(await caller.post(userPaths.create, { ...person, ...more }), 201)
}

export const updateUser = async (caller: Caller, id: string, body: object): Promise<CreatedUser> =>
  await bodyOf<CreatedUser>(await caller.put(userPaths.update(id), body), 200)
