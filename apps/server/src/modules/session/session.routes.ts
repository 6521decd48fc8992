import { authPaths, noSessionSchema, sessionSchema } from '@foja/contracts/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppDeps } from '../../deps.ts'
import { pickLocale, type Texts } from '../../http/locale.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle } from '../../http/throttle.ts'
import type { MailDeps } from '../emails/emails.public.ts'
import { issueAccessToken } from './access-token.ts'
import { registerClientLog } from './client-log.ts'
import { createCookies } from './cookies.ts'
import { createCsrf } from './csrf.ts'
import { createDevices } from './devices.ts'
import { acceptForms, readForm } from './form.ts'
import { refreshSession } from './refresh-session.ts'
import { readRefreshToken } from './refresh-token.ts'
import { presentSession } from './session.presenter.ts'
import { presentProvider, registerOidc } from './oidc.routes.ts'
import { signInTexts, triesLeft, waitText } from './session.texts.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { originOf, sameSite, signInPage } from './urls.ts'

type Deps = Pick<AppDeps, 'config' | 'db' | 'keys' | 'checkReplies'> & MailDeps

/** Refusals that end with time. */
const waits = {
  too_many: { error: 'TooManyAttempts', status: 429, text: waitText },
  busy: { error: 'Busy', status: 503, text: () => signInTexts.busy },
  codes_spent: { error: 'TooManyAttempts', status: 429, text: () => signInTexts.codesSpent },
}

/**
 * `/api/auth/*` in the shapes of NextAuth v4, so that its unmodified browser client works against them: `session` is
 * `{}` when nobody is signed in, forms are urlencoded with `json=true`, and every answer to a form carries an absolute
 * `url` (with `?error=…` when it was refused).
 */
export async function registerSession(parent: FastifyInstance, deps: Deps): Promise<void> {
  await parent.register(async (app) => {
    acceptForms(app)
    registerClientLog(app, deps.clock)
    const { publicUrl } = deps.config
    const cookies = createCookies(publicUrl?.startsWith('https:') === true)
    const csrf = createCsrf(deps.keys.derive('csrf'))
    const devices = createDevices(deps.keys.derive('devices'))
    const throttled = { ...deps, throttle: createThrottle(deps.db, deps.clock) }

    const refuseCrossSite = (request: FastifyRequest) => {
      if (request.headers['sec-fetch-site'] === 'cross-site') throw new ProblemError('forbidden')
    }

    /** Answers a form: JSON for the client's fetch, a redirect for a plain form. */
    const finish = (request: FastifyRequest, reply: FastifyReply, url: string, status = 200, detail?: Texts) => {
      if (readForm(request.body)['json'] !== 'true') return reply.redirect(url, 302)
      const locale = pickLocale(request.headers['accept-language'])
      return reply.code(status).send(detail === undefined ? { url } : { url, detail: detail[locale] })
    }

    /** Whether the form proves that one of our pages sent it; otherwise the refusal has been sent. */
    const csrfHolds = (request: FastifyRequest) =>
      csrf.matches(cookies.csrf.read(request), readForm(request.body)['csrfToken'])

    const refuseCsrf = (request: FastifyRequest, reply: FastifyReply) => {
      const url = signInPage(originOf(request, publicUrl), { error: 'MissingCSRF' })
      return finish(request, reply, url, 400, signInTexts.csrf)
    }

    const sendSession = async (request: FastifyRequest, reply: FastifyReply, force: boolean) => {
      const refresh = readRefreshToken(cookies.refresh.read(request))
      if (refresh === undefined) return reply.send({})
      const result = await refreshSession(deps, refresh, { force, ip: request.ip })
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
      return sendSession(request, reply, false)
    })

    // `update()` of the client's SessionProvider: the token is exchanged whatever its age.
    app.post(authPaths.session, (request, reply) => {
      refuseCrossSite(request)
      if (!csrfHolds(request)) throw new ProblemError('malformed_request')
      return sendSession(request, reply, true)
    })

    app.get(authPaths.csrf, (request, reply) => {
      const { token, cookie } = csrf.issue(cookies.csrf.read(request))
      cookies.csrf.write(reply, cookie)
      return reply.send({ csrfToken: token })
    })

    app.get(authPaths.providers, (request, reply) => {
      const origin = originOf(request, publicUrl)
      const signinUrl = `${origin}${authPaths.signin}/credentials`
      const callbackUrl = `${origin}${authPaths.callback}`
      return reply.send({
        credentials: { id: 'credentials', name: 'Foja', type: 'credentials', signinUrl, callbackUrl },
        ...presentProvider(deps.config.oidc, origin),
      })
    })

    registerOidc(app, deps, { cookies, refuseCrossSite, csrfHolds, refuseCsrf, finish })

    // The pages of NextAuth: here they are one page of the web application.
    for (const path of [authPaths.signin, `${authPaths.signin}/credentials`, authPaths.oidcSignin, '/api/auth/error']) {
      app.get(path, (request, reply) => {
        const origin = originOf(request, publicUrl)
        const { callbackUrl, error } = readForm(request.query)
        return reply.redirect(
          signInPage(origin, {
            ...(callbackUrl === undefined ? {} : { callbackUrl: sameSite(callbackUrl, origin) }),
            ...(error === undefined ? {} : { error: error.slice(0, 60) }),
          }),
          302,
        )
      })
    }

    app.post(authPaths.callback, async (request, reply) => {
      refuseCrossSite(request)
      if (!csrfHolds(request)) return refuseCsrf(request, reply)
      const { email = '', password = '', code = '', remember, callbackUrl } = readForm(request.body)
      const origin = originOf(request, publicUrl)
      const credentials = {
        email: email.slice(0, 254),
        password: password.slice(0, 1024),
        code: code.slice(0, 40),
        persistent: remember === 'true',
        device: devices.known(cookies.device.read(request), email),
      }
      const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? null }
      const result = await signIn(throttled, credentials, from)
      if (result.outcome === 'signed_in') {
        cookies.refresh.write(reply, result.refresh)
        cookies.device.write(reply, devices.remember(cookies.device.read(request), email))
        return finish(request, reply, sameSite(callbackUrl, origin))
      }
      if ('retryAfter' in result) {
        const { error, status, text } = waits[result.outcome]
        reply.header('retry-after', String(result.retryAfter))
        return finish(request, reply, signInPage(origin, { error }), status, text(result.retryAfter))
      }
      if (result.outcome === 'totp_required') {
        return finish(request, reply, signInPage(origin, { error: 'TotpRequired' }), 401, signInTexts.totpRequired)
      }
      const error = result.outcome === 'totp_wrong' ? 'TotpWrong' : 'CredentialsSignin'
      const url = signInPage(origin, { error })
      return finish(request, reply, url, 401, triesLeft(result.remaining))
    })

    app.get(authPaths.signout, (request, reply) => reply.redirect(`${originOf(request, publicUrl)}/`, 302))

    app.post(authPaths.signout, async (request, reply) => {
      refuseCrossSite(request)
      if (!csrfHolds(request)) return refuseCsrf(request, reply)
      const refresh = readRefreshToken(cookies.refresh.read(request))
      if (refresh !== undefined) await signOut(deps, refresh, request.ip)
      cookies.refresh.clear(reply)
      return finish(request, reply, sameSite(readForm(request.body)['callbackUrl'], originOf(request, publicUrl)))
    })
  })
}
