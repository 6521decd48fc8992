import type { FastifyInstance } from 'fastify'

export type Form = Record<string, string>

/** Reads `application/x-www-form-urlencoded` bodies into plain objects; of a repeated field the last one counts. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
}

/** The fields of a form or of a JSON object; whatever is not text is left out. */
export function readForm(body: unknown): Form {
  if (typeof body !== 'object' || body === null) return {}
  const entries = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries)
}
