import {
  companyLogo,
  createCompany,
  listCompanies,
  removeCompany,
  removeCompanyLogo,
  updateCompany,
  uploadCompanyLogo,
} from '@foja/contracts/companies'
import { memorySink } from '../../../http/memory-sink.ts'
import { pageReply } from '../../../http/paging.ts'
import type { Handler } from '../../../http/endpoint-types.ts'
import type { Api } from '../../../http/register.ts'
import { removeLogo, uploadLogo, openLogo } from './logo.ts'
import { presentCompany } from './companies.presenter.ts'
import { requireCompany } from './require-company.ts'
import { findCompanies } from './companies.queries.ts'
import { createCompany as create, removeCompany as remove, updateCompany as update } from './companies.ts'

export function registerCompanies(api: Api): void {
  api.route(listCompanies, async ({ ctx: { db, actor }, query }) => {
    const { rows, count } = await findCompanies(db, actor, query)
    const results = rows.map((row) => presentCompany(row, actor))
    return { status: 200, body: pageReply(query, results, count) }
  })

  api.route(createCompany, async ({ ctx, body }) => {
    return { status: 201, body: presentCompany(await create(ctx, body), ctx.actor) }
  })

  const updateIt: Handler<typeof updateCompany> = async ({ ctx, params, body }) => {
    return { status: 200, body: presentCompany(await update(ctx, { ...body, id: params.id }), ctx.actor) }
  }
  api.route(updateCompany, updateIt, async ({ ctx, params }) => {
    return [presentCompany(await requireCompany(ctx.db, ctx.actor, 'company.update', params.id), ctx.actor)]
  })

  api.route(removeCompany, async ({ ctx, params: { id } }) => {
    return { status: 200, body: { id, outcome: await remove(ctx, id) } }
  })

  api.route(companyLogo, async ({ ctx, params }) => ({ status: 200, body: await openLogo(ctx, params.id) }))

  api.route(uploadCompanyLogo, async ({ ctx, params, parts }) => {
    const { files } = await parts.read(memorySink())
    const row = await uploadLogo(ctx, { id: params.id, file: files[0]! })
    return { status: 200, body: presentCompany(row, ctx.actor) }
  })

  api.route(removeCompanyLogo, async ({ ctx, params }) => {
    return { status: 200, body: presentCompany(await removeLogo(ctx, params.id), ctx.actor) }
  })
}
