import { updateProfile } from '@foja/contracts/account'
import {
  changePasswordView,
  createUser,
  detailsUsers,
  importUsers,
  inviteUser,
  listUsers,
  removeUser,
  updateUser,
} from '@foja/contracts/users'
import { pageReply } from '../../http/paging.ts'
import { ProblemError } from '../../http/problem.ts'
import type { Api } from '../../http/register.ts'
import { changePasswordOf } from './change-password-view.ts'
import { createUser as create } from './create-user.ts'
import { importUsers as importAll } from './import-users.ts'
import { inviteUser as invite } from './invite-user.ts'
import { readUser, readUsers } from './read-users.ts'
import { removeUser as remove } from './remove-user.ts'
import { updateProfile as change } from './update-profile.ts'
import { updateUser as update } from './update-user.ts'
import { callOf, type UserDeps } from './user-context.ts'
import { presentUser } from './users.presenter.ts'
import { findUser } from './users.queries.ts'

function registerProfile(api: Api, deps: UserDeps): void {
  const profileOf = async (id: string) => {
    const user = await findUser(deps.db, id, deps.clock())
    if (user === undefined) throw new ProblemError('unauthenticated')
    return presentUser(user)
  }

  api.route(detailsUsers, async ({ actor }) => ({ status: 200, body: await profileOf(actor.id) }))

  api.route(updateProfile, async ({ body, actor, request }) => {
    await change(deps, { actor, ip: request.ip }, body)
    return { status: 200, body: await profileOf(actor.id) }
  })
}

export function registerUsers(api: Api, deps: UserDeps): void {
  registerProfile(api, deps)

  api.route(listUsers, async ({ query, actor }) => {
    const { results, count } = await readUsers(deps.db, actor, query, deps.clock())
    return { status: 200, body: pageReply(query, results, count) }
  })

  api.route(createUser, async ({ body, ...request }) => {
    const { id, invitation } = await create(deps, callOf(request), body)
    const user = await readUser(deps.db, request.actor, id, deps.clock())
    return { status: 201, body: { ...user, invitation } }
  })

  api.route(updateUser, async ({ params: { id }, body, ...request }) => {
    const invitation = await update(deps, callOf(request), id, body)
    const user = await readUser(deps.db, request.actor, id, deps.clock())
    return { status: 200, body: { ...user, invitation } }
  })

  api.route(removeUser, async ({ params: { id }, query, ...request }) => {
    return { status: 200, body: { id, ...(await remove(deps, callOf(request), id, query.entregar_a)) } }
  })

  api.route(inviteUser, async ({ params, ...request }) => {
    return { status: 200, body: await invite(deps, callOf(request), params.id) }
  })

  api.route(changePasswordView, async ({ params: { id }, body, ...request }) => {
    await changePasswordOf(deps, callOf(request), id, body)
    return { status: 200, body: { id } }
  })

  api.route(importUsers, async ({ body, ...request }) => {
    return { status: 200, body: await importAll(deps, callOf(request), body) }
  })
}
