import { authPaths, noSessionSchema, sessionSchema } from '@foja/contracts/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppDeps } from '../../../deps.ts'
import type { ReadText } from '../../../http/json-body.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { issueAccessToken } from './access-token.ts'
import { registerClientLog } from './client-log.ts'
import { acceptForms } from './form.ts'
import { presentProvider, registerOidc } from './oidc.routes.ts'
import type { ProviderPort } from './provider-port.ts'
import { refreshSession } from './refresh-session.ts'
import { readRefreshToken } from './refresh-token.ts'
import { clientOf, createSessionWire, type SessionWire } from './session-wire.ts'
import { presentSession } from './session.presenter.ts'
import { registerSignIn } from './sign-in.routes.ts'

type Deps = Pick<AppDeps, 'config' | 'db' | 'keys' | 'checkReplies'> & MailDeps

/**
 * `/api/auth/*` in the shapes of NextAuth v4, so that its unmodified browser client works: `session` is `{}` without a
 * session, forms are urlencoded with `json=true`, and every answer to a form carries an absolute `url` (with `?error=…`
 * on failure).
 */
export async function registerSession(
  parent: FastifyInstance,
  deps: Deps,
  readText: ReadText,
  port: ProviderPort,
): Promise<void> {
  await parent.register(async (app) => {
    const wire = createSessionWire(deps)
    acceptForms(app, readText)
    registerClientLog(app, deps.clock)
    registerOwnSession(app, deps, wire)
    registerSignIn(app, deps, wire)
    registerOidc(app, deps, wire, port)

    app.get(authPaths.csrf, (request, reply) => {
      const { token, cookie } = wire.csrf.issue(wire.cookies.csrf.read(request))
      wire.cookies.csrf.write(reply, cookie)
      return reply.send({ csrfToken: token })
    })

    app.get(authPaths.providers, (request, reply) => {
      const site = wire.siteOf(request)
      const signinUrl = `${site}${authPaths.signin}/credentials`
      const callbackUrl = `${site}${authPaths.callback}`
      return reply.send({
        credentials: { id: 'credentials', name: 'Foja', type: 'credentials', signinUrl, callbackUrl },
        ...presentProvider(deps.config.oidc, site),
      })
    })
  })
}

/** Returns the session of the browser's cookie with a fresh access token. */
function registerOwnSession(app: FastifyInstance, deps: Deps, { cookies, refuseCrossSite, csrfHolds }: SessionWire) {
  const send = async (request: FastifyRequest, reply: FastifyReply, force: boolean) => {
    const refresh = readRefreshToken(cookies.refresh.read(request))
    if (refresh === undefined) return reply.send({})
    const result = await refreshSession(deps, refresh, { force, origin: clientOf(request) })
    if (result.outcome === 'none') {
      cookies.refresh.clear(reply)
      return reply.send({})
    }
    if (result.next !== undefined) cookies.refresh.write(reply, result.next)
    const { session } = result
    const claims = { user: session.user.id, session: session.session }
    const body = presentSession(session, await issueAccessToken(deps.keys, claims, deps.clock()))
    if (deps.checkReplies) z.parse(z.union([sessionSchema, noSessionSchema]), body)
    return reply.send(body)
  }

  app.get(authPaths.session, (request, reply) => {
    refuseCrossSite(request)
    return send(request, reply, false)
  })

  // `update()` of the client's SessionProvider: exchanges the token regardless of its age.
  app.post(authPaths.session, (request, reply) => {
    refuseCrossSite(request)
    if (!csrfHolds(request)) throw new ProblemError('malformed_request')
    return send(request, reply, true)
  })
}
