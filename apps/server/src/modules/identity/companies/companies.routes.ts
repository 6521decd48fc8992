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
import type { Api } from '../../../http/register.ts'
import { removeLogo, uploadLogo, openLogo } from './logo.ts'
import { presentCompany } from './companies.presenter.ts'
import { findCompanies } from './companies.queries.ts'
import { callOf, type CompanyDeps } from './company-context.ts'
import { createCompany as create } from './create-company.ts'
import { removeCompany as remove } from './remove-company.ts'
import { updateCompany as update } from './update-company.ts'

export function registerCompanies(api: Api, deps: CompanyDeps): void {
  api.route(listCompanies, async ({ query, actor }) => {
    const { rows, count } = await findCompanies(deps.db, actor, query)
    const results = rows.map((row) => presentCompany(row, actor))
    return { status: 200, body: pageReply(query, results, count) }
  })

  api.route(createCompany, async ({ body, actor, request }) => {
    const row = await create(deps, callOf({ actor, request }), body)
    return { status: 201, body: presentCompany(row, actor) }
  })

  api.route(updateCompany, async ({ params, body, actor, request }) => {
    const row = await update(deps, callOf({ actor, request }), params.id, body)
    return { status: 200, body: presentCompany(row, actor) }
  })

  api.route(removeCompany, async ({ params: { id }, actor, request }) => {
    return { status: 200, body: { id, outcome: await remove(deps, callOf({ actor, request }), id) } }
  })

  api.route(companyLogo, async ({ params, actor }) => {
    return { status: 200, body: await openLogo(deps, actor, params.id) }
  })

  api.route(uploadCompanyLogo, async ({ params, parts, actor, request }) => {
    const { files } = await parts.read(memorySink())
    const row = await uploadLogo(deps, callOf({ actor, request }), params.id, files[0]!)
    return { status: 200, body: presentCompany(row, actor) }
  })

  api.route(removeCompanyLogo, async ({ params, actor, request }) => {
    const row = await removeLogo(deps, callOf({ actor, request }), params.id)
    return { status: 200, body: presentCompany(row, actor) }
  })
}
