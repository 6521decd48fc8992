import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { pickLocale, type Texts } from '../../../texts/locale.ts'
import { ProblemError } from '../../../http/problem.ts'
import { createCookies, type SessionCookies } from './cookies.ts'
import { createCsrf, type Csrf } from './csrf.ts'
import { readForm } from './form.ts'
import { signInTexts } from '../../../texts/session-texts.ts'
import type { Origin } from './start-session.ts'
import { originOf, signInPage } from './urls.ts'

/** What the session endpoints share: cookies, CSRF checks and form answers. */
export type SessionWire = {
  cookies: SessionCookies
  csrf: Csrf
  /** Origin of this site for the request. */
  siteOf: (request: FastifyRequest) => string
  /** Throws `forbidden` for cross-site requests. */
  refuseCrossSite: (request: FastifyRequest) => void
  /** True if the form's CSRF token is valid. */
  csrfHolds: (request: FastifyRequest) => boolean
  refuseCsrf: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
  /**
   * Answers a form: JSON for the client's fetch, a redirect for a plain form. The default status is 200. `more`: further
   * fields of the JSON.
   */
  finish: (
    request: FastifyRequest,
    reply: FastifyReply,
    url: string,
    status?: number,
    detail?: Texts,
    more?: Record<string, unknown>,
  ) => FastifyReply
}

export const clientOf = ({ ip, headers }: FastifyRequest): Origin => ({ ip, userAgent: headers['user-agent'] ?? null })

export function createSessionWire({ config, keys }: Pick<AppDeps, 'config' | 'keys'>): SessionWire {
  const cookies = createCookies(config)
  const csrf = createCsrf(keys.derive('csrf'))
  const siteOf = (request: FastifyRequest) => originOf(request, config.publicUrl)

  const finish: SessionWire['finish'] = (request, reply, url, status = 200, detail, more = {}) => {
    if (readForm(request.body)['json'] !== 'true') return reply.redirect(url, 302)
    const locale = pickLocale(request.headers['accept-language'])
    return reply.code(status).send({ url, ...(detail === undefined ? {} : { detail: detail[locale] }), ...more })
  }

  return {
    cookies,
    csrf,
    siteOf,
    finish,
    refuseCrossSite: (request) => {
      if (request.headers['sec-fetch-site'] === 'cross-site') throw new ProblemError('forbidden')
    },
    csrfHolds: (request) => csrf.matches(cookies.csrf.read(request), readForm(request.body)['csrfToken']),
    refuseCsrf: (request, reply) =>
      finish(request, reply, signInPage(siteOf(request), { error: 'MissingCSRF' }), 400, signInTexts.csrf),
  }
}
