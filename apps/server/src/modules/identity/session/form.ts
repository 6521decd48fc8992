import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { ReadText } from '../../../http/json-body.ts'

export type Form = Record<string, string>

/** Parses `application/x-www-form-urlencoded` bodies; of a repeated field the last value counts. */
export function acceptForms(app: FastifyInstance, readText: ReadText): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest, payload: Readable) =>
    Object.fromEntries(new URLSearchParams(await readText(request, payload))),
  )
}

/** The text fields of a form or a JSON object; other values are ignored. */
export function readForm(body: unknown): Form {
  if (typeof body !== 'object' || body === null) return {}
  const entries = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries)
}
