import { createOpenApi } from '@foja/contracts/openapi'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { presentDocs } from './docs.page.ts'
import { docsStyle } from './docs.style.ts'

const policy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The OpenAPI document and its page, both made once from the contract. */
export function registerDocs(app: FastifyInstance, { config }: Pick<AppDeps, 'config'>): void {
  const document = createOpenApi(config.publicUrl ?? '/')
  const json = JSON.stringify(document)
  const page = presentDocs(document)
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json').send(json))
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  )
  app.get('/api/docs/', (_request, reply) => reply.redirect('/api/docs', 301))
  app.get('/api/docs/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
}
