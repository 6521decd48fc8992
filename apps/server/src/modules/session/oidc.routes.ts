import { authPaths } from '@foja/contracts/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OidcSettings } from '../../config.ts'
import type { AppDeps } from '../../deps.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import type { MailDeps } from '../emails/emails.public.ts'
import { findProven } from './find-proven.ts'
import { readForm } from './form.ts'
import { createOidcClient } from './oidc-client.ts'
import { placeOf, type SessionWire } from './session-wire.ts'
import { signInTexts, waitText } from './session.texts.ts'
import { startSession } from './start-session.ts'
import { sameSite, signInPage } from './urls.ts'

/** Generous for an office behind one address where everybody arrives at the same time. */
const byAddress: ThrottleRule = { tries: 120, seconds: 900 }

/** The provider as NextAuth's client lists it; nothing where none is set up. */
export function presentProvider(settings: OidcSettings | undefined, origin: string) {
  if (settings === undefined) return {}
  const signinUrl = `${origin}${authPaths.oidcSignin}`
  const callbackUrl = `${origin}${authPaths.oidcCallback}`
  return { oidc: { id: 'oidc', name: settings.name, type: 'oauth', signinUrl, callbackUrl } }
}

/** Sign-in by an OpenID Connect provider, where one is set up (docs/adr/0024-openid-connect.md). */
export function registerOidc(
  app: FastifyInstance,
  deps: MailDeps & Pick<AppDeps, 'config' | 'db' | 'keys'>,
  { cookies, siteOf, refuseCrossSite, csrfHolds, refuseCsrf, finish }: SessionWire,
): void {
  const { oidc: settings } = deps.config
  if (settings === undefined) return
  const client = createOidcClient(settings, deps)
  const throttle = createThrottle(deps.db, deps.clock)
  // The rest of such an error may carry codes and tokens.
  const tell = (request: FastifyRequest, error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    request.log.warn({ reason: `${name}: ${message}` }, 'the OpenID Connect provider signed nobody in')
  }

  app.post(authPaths.oidcSignin, async (request, reply) => {
    refuseCrossSite(request)
    if (!csrfHolds(request)) return refuseCsrf(request, reply)
    const origin = siteOf(request)
    const { allowed, retryAfter } = await throttle.hit('provider start', request.ip, byAddress)
    if (!allowed) {
      reply.header('retry-after', String(retryAfter))
      return finish(request, reply, signInPage(origin, { error: 'TooManyAttempts' }), 429, waitText(retryAfter))
    }
    const { callbackUrl, remember } = readForm(request.body)
    try {
      const { url, cookie } = await client.begin({
        redirectUri: `${origin}${authPaths.oidcCallback}`,
        callbackUrl: sameSite(callbackUrl, origin),
        persistent: remember === 'true',
      })
      cookies.provider.write(reply, cookie)
      return finish(request, reply, url)
    } catch (error) {
      tell(request, error)
      return finish(request, reply, signInPage(origin, { error: 'OidcFailed' }), 400, signInTexts.providerDown)
    }
  })

  app.get(authPaths.oidcCallback, async (request, reply) => {
    const origin = siteOf(request)
    const cookie = cookies.provider.read(request)
    cookies.provider.clear(reply)
    const back = (error: string) => reply.redirect(signInPage(origin, { error }), 302)
    if (!(await throttle.hit('provider back', request.ip, byAddress)).allowed) return back('OidcFailed')
    try {
      const { person, callbackUrl, persistent } = await client.finish(new URL(request.url, origin), cookie)
      const from = placeOf(request)
      const user = await findProven(deps, person, from)
      if (user === undefined) return back('OidcUnknown')
      const refresh = await startSession(deps, { user, checked: null, persistent, byProvider: true }, from)
      if (refresh === undefined) return back('OidcUnknown')
      cookies.refresh.write(reply, refresh)
      return reply.redirect(sameSite(callbackUrl, origin), 302)
    } catch (error) {
      tell(request, error)
      return back('OidcFailed')
    }
  })
}
