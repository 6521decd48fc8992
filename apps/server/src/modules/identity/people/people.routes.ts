import { listPeople } from '@foja/contracts/home'
import type { Api } from '../../../http/register.ts'
import { peopleScope, findPeople } from './people.queries.ts'

export function registerPeople(api: Api): void {
  api.route(listPeople, async ({ ctx: { db, actor }, query }) => {
    const company = peopleScope(actor, query.id_company)
    const staff = query.staff !== undefined
    const besides = staff && actor.role === 'admin' ? actor.id : undefined
    const filter = { company, q: query.q ?? '', staff, besides, limit: 50 }
    return { status: 200, body: await findPeople(db, filter) }
  })
}
