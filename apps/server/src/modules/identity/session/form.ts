import type { FastifyInstance } from 'fastify'

export type Form = Record<string, string>

/** Parses `application/x-www-form-urlencoded` bodies; of a repeated field the last value counts. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
}

/** The text fields of a form or a JSON object; other values are ignored. */
export function readForm(body: unknown): Form {
  if (typeof body !== 'object' || body === null) return {}
  const entries = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries)
}
