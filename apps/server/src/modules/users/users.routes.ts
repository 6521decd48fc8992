import { detailsUsers } from '@foja/contracts/users'
import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import type { Api } from '../../http/register.ts'
import { presentUser } from './users.presenter.ts'
import { findUser } from './users.queries.ts'

/** The calls about people. */
export function registerUsers(api: Api, { db }: Pick<AppDeps, 'db'>): void {
  api.route(detailsUsers, async ({ actor }) => {
    const user = await findUser(db, actor.id)
    if (user === undefined) throw new ProblemError('unauthenticated')
    return { status: 200, body: presentUser(user) }
  })
}
