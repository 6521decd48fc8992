import { authPaths } from '@foja/contracts/session'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import { note } from '../../../http/request-facts.ts'
import { createThrottle } from '../../../http/throttle.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { createDevices } from './devices.ts'
import { readAssertion, registerPasskeySignIn } from './passkey.routes.ts'
import { readForm } from './form.ts'
import { readRefreshToken } from './refresh-token.ts'
import { normalizeEmail } from './normalize-email.ts'
import { clientOf, type SessionWire } from './session-wire.ts'
import { presentRefusal } from './session.presenter.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './own-sessions.ts'
import { sameSite, signInPage } from './urls.ts'

type Deps = Pick<AppDeps, 'db' | 'keys'> & MailDeps

/** The forms for password sign-in and for signing out. */
export function registerSignIn(app: FastifyInstance, deps: Deps, wire: SessionWire): void {
  registerPages(app, wire)
  registerCredentials(app, deps, wire)
  registerPasskeySignIn(app, deps, wire)
  registerSignOut(app, deps, wire)
}

/** The pages of NextAuth; all redirect to the sign-in page of the web application. */
function registerPages(app: FastifyInstance, { siteOf }: SessionWire): void {
  for (const path of [authPaths.signin, `${authPaths.signin}/credentials`, authPaths.oidcSignin, '/api/auth/error']) {
    app.get(path, (request, reply) => {
      const site = siteOf(request)
      const { callbackUrl, error } = readForm(request.query)
      const page = signInPage(site, {
        ...(callbackUrl === undefined ? {} : { callbackUrl: sameSite(callbackUrl, site) }),
        ...(error === undefined ? {} : { error: error.slice(0, 60) }),
      })
      return reply.redirect(page, 302)
    })
  }
}

function registerCredentials(app: FastifyInstance, deps: Deps, wire: SessionWire): void {
  const { cookies, siteOf, finish } = wire
  const devices = createDevices(deps.keys.derive('devices'))
  const throttle = createThrottle(deps.db, deps.clock)

  app.post(authPaths.callback, async (request, reply) => {
    wire.refuseCrossSite(request)
    if (!wire.csrfHolds(request)) return wire.refuseCsrf(request, reply)
    const form = readForm(request.body)
    const { email = '', password = '', code = '', remember, callbackUrl } = form
    const credentials = {
      email: normalizeEmail(email),
      password: password.slice(0, 1024),
      code: code.slice(0, 40),
      passkey: readAssertion(form['passkey']),
      browser: form['csrfToken'] ?? '',
      persistent: remember === 'true',
      device: cookies.device.read(request),
    }
    const client = { ...clientOf(request), hasLeft: () => request.raw.socket.destroyed }
    const result = await signIn({ ...deps, devices, throttle, log: request.log }, credentials, client)
    if (result.outcome === 'signed_in') {
      cookies.refresh.write(reply, result.refresh)
      cookies.device.write(reply, result.device)
      return finish(request, reply, sameSite(callbackUrl, siteOf(request)))
    }
    note(request, { about: result.about })
    if ('retryAfter' in result) reply.header('retry-after', String(result.retryAfter))
    const { error, status, detail } = presentRefusal(result)
    const second_step = 'second' in result ? { second_step: result.second } : {}
    const site = siteOf(request)
    const page = signInPage(site, {
      error,
      ...(callbackUrl === undefined ? {} : { callbackUrl: sameSite(callbackUrl, site) }),
    })
    return finish(request, reply, page, status, detail, second_step)
  })
}

function registerSignOut(app: FastifyInstance, deps: Deps, wire: SessionWire): void {
  const { cookies, siteOf, finish } = wire
  app.get(authPaths.signout, (request, reply) => reply.redirect(`${siteOf(request)}/`, 302))

  app.post(authPaths.signout, async (request, reply) => {
    wire.refuseCrossSite(request)
    if (!wire.csrfHolds(request)) return wire.refuseCsrf(request, reply)
    const refresh = readRefreshToken(cookies.refresh.read(request))
    if (refresh !== undefined) await signOut(deps, refresh, request.ip)
    cookies.refresh.clear(reply)
    return finish(request, reply, sameSite(readForm(request.body)['callbackUrl'], siteOf(request)))
  })
}
