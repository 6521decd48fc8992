import { defineEndpoint } from '@foja/contracts/endpoint'
import { currentCompany } from '@foja/db/company-scope'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { SessionActor } from '../context.ts'
import type { AppDeps } from '../deps.ts'
import { createApi } from './register.ts'

const endpoint = defineEndpoint({
  name: 'shown',
  method: 'GET',
  path: '/api/v1/shown/',
  policy: 'self',
  summary: '',
  tag: '',
  replies: { 200: z.strictObject({ company: z.nullable(z.string()) }) },
  errors: [],
})

async function callAs(role: SessionActor['role'], id_company: string | null) {
  const app = fastify()
  const actor = { id: 'a', role, id_company, nombre: 'A', email: 'a@foja.example', session: 's', lacksTotp: false }
  const api = createApi(app, {
    deps: {} as AppDeps,
    authenticate: () => Promise.resolve(actor),
    requireSameActor: () => Promise.resolve(),
  })
  api.route(endpoint, () => Promise.resolve({ status: 200, body: { company: currentCompany() } }))
  const { statusCode, json } = await app.inject(endpoint.path)
  return [statusCode, statusCode === 200 ? json<{ company: unknown }>().company : undefined]
}

it.each([
  ['a gestor their company', 'gestor', 'c', [200, 'c']],
  ['an admin every company', 'admin', 'c', [200, null]],
  ['an admin without a company every company', 'admin', null, [200, null]],
  // The database refuses such a user; one of a forged or damaged row must not see every company.
  ['a user without a company nothing', 'usuario', null, [500, undefined]],
] as const)('the database shows %s', async (_, role, company, expected) => {
  expect(await callAs(role, company)).toEqual(expected)
})
