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
import type { Ctx } from '../../context.ts'
import type { Handler } from '../../http/endpoint-types.ts'
import type { Api } from '../../http/register.ts'
import { changePasswordOf } from './change-password-view.ts'
import { createUser as create } from './create-user.ts'
import { importUsers as importAll } from './import-users.ts'
import { inviteUser as invite } from './invite-user.ts'
import { readReturned, readUser, readUsers } from './read-users.ts'
import { removeUser as remove } from './remove-user.ts'
import { updateProfile as change } from './update-profile.ts'
import { updateUser as update } from './update-user.ts'
import { presentUser } from './users.presenter.ts'
import { findUser } from './users.queries.ts'

/** The caller's own profile. */
async function readProfile({ db, actor, clock }: Ctx) {
  const user = await findUser(db, actor.id, clock())
  if (user === undefined) throw new ProblemError('unauthenticated')
  return presentUser(user)
}

export function registerUsers(api: Api): void {
  api.route(detailsUsers, async ({ ctx }) => ({ status: 200, body: await readProfile(ctx) }))

  api.route(updateProfile, async ({ ctx, body }) => {
    await change(ctx, body)
    return { status: 200, body: await readProfile(ctx) }
  })

  api.route(listUsers, async ({ ctx, query }) => {
    const { results, count } = await readUsers(ctx, query)
    return { status: 200, body: pageReply(query, results, count) }
  })

  api.route(createUser, async ({ ctx, body }) => {
    const { id, invitation } = await create(ctx, body)
    return { status: 201, body: { ...(await readUser(ctx, id)), invitation } }
  })

  const updateIt: Handler<typeof updateUser> = async ({ ctx, params: { id }, body }) => {
    const invitation = await update(ctx, { ...body, id })
    return { status: 200, body: { ...(await readUser(ctx, id)), invitation } }
  }
  api.route(updateUser, updateIt, async ({ ctx, params, sent }) => [await readReturned(ctx, params.id, sent)])

  api.route(removeUser, async ({ ctx, params: { id }, query }) => {
    return { status: 200, body: { id, ...(await remove(ctx, { id, successor: query.entregar_a })) } }
  })

  api.route(inviteUser, async ({ ctx, params }) => ({ status: 200, body: await invite(ctx, params.id) }))

  api.route(changePasswordView, async ({ ctx, params: { id }, body }) => {
    await changePasswordOf(ctx, { ...body, id })
    return { status: 200, body: { id } }
  })

  api.route(importUsers, async ({ ctx, body }) => ({ status: 200, body: await importAll(ctx, body) }))
}
