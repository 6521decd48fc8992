import { authPaths } from '@foja/contracts/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OidcSettings } from '../../../config.ts'
import type { AppDeps } from '../../../deps.ts'
import { reportProblem } from '../../../http/errors.ts'
import { note } from '../../../http/request-facts.ts'
import { createThrottle, type ThrottleRule } from '../../../http/throttle.ts'
import { pickLocale } from '../../../texts/locale.ts'
import { waitText } from '../../../texts/wait-text.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { endByProvider } from './end-by-provider.ts'
import { findUserByOidc } from './find-user-by-oidc.ts'
import { readForm } from './form.ts'
import { createOidcClient, type OidcClient } from './oidc-client.ts'
import type { ProviderPort } from './provider-port.ts'
import type { RefreshToken } from './refresh-token.ts'
import { clientOf, type SessionWire } from './session-wire.ts'
import { signInTexts } from '../../../texts/session-texts.ts'
import { startSession } from './start-session.ts'
import { sameSite, signInPage } from './urls.ts'

/** High enough for an office behind one address where all sign in at the same time. */
const byAddress: ThrottleRule = { tries: 120, seconds: 900 }

/** Refused logout tokens of one address. */
const refusedLogouts: ThrottleRule = { tries: 60, seconds: 900 }

type Deps = MailDeps & Pick<AppDeps, 'config' | 'db' | 'keys'>

/** The provider in the shape that NextAuth's client expects; empty if none is configured. */
export function presentProvider(settings: OidcSettings | undefined, origin: string) {
  if (settings === undefined) return {}
  const signinUrl = `${origin}${authPaths.oidcSignin}`
  const callbackUrl = `${origin}${authPaths.oidcCallback}`
  return { oidc: { id: 'oidc', name: settings.name, type: 'oauth', signinUrl, callbackUrl } }
}

/** Sign-in with an OpenID Connect provider, if configured (docs/adr/0024-openid-connect.md). */
export function registerOidc(app: FastifyInstance, deps: Deps, wire: SessionWire, port: ProviderPort): void {
  const { oidc: settings } = deps.config
  if (settings === undefined) return
  const client = createOidcClient(settings, deps)
  registerWayThere(app, deps, wire, client)
  registerWayBack(app, deps, wire, { client, port })
  registerLogout(app, deps, { client, port })
}

/** Logs name and message only: the rest of a provider error may contain codes and tokens. */
function logProviderError(request: FastifyRequest, error: unknown): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  request.log.warn({ reason: `${name}: ${message}` }, 'sign-in with the OpenID Connect provider failed')
}

function registerWayThere(app: FastifyInstance, deps: Deps, wire: SessionWire, client: OidcClient): void {
  const { cookies, siteOf, finish } = wire
  const throttle = createThrottle(deps.db, deps.clock)

  app.post(authPaths.oidcSignin, async (request, reply) => {
    wire.refuseCrossSite(request)
    if (!wire.csrfHolds(request)) return wire.refuseCsrf(request, reply)
    const site = siteOf(request)
    const { allowed, retryAfter } = await throttle.hit('provider start', request.ip, byAddress)
    if (!allowed) {
      reply.header('retry-after', String(retryAfter))
      return finish(request, reply, signInPage(site, { error: 'TooManyAttempts' }), 429, waitText(retryAfter))
    }
    const { callbackUrl, remember } = readForm(request.body)
    try {
      const { url, cookie } = await client.begin({
        redirectUri: `${site}${authPaths.oidcCallback}`,
        callbackUrl: sameSite(callbackUrl, site),
        persistent: remember === 'true',
      })
      cookies.provider.write(reply, cookie)
      return finish(request, reply, url)
    } catch (error) {
      logProviderError(request, error)
      return finish(request, reply, signInPage(site, { error: 'OidcFailed' }), 400, signInTexts.providerDown)
    }
  })
}

/** The new session and the page to continue with, or the error. */
type Entered = 'OidcFailed' | 'OidcUnknown' | 'OidcLeft' | { refresh: RefreshToken; callbackUrl: string }

type Ways = { client: OidcClient; port: ProviderPort }

function registerWayBack(
  app: FastifyInstance,
  deps: Deps,
  { cookies, siteOf }: SessionWire,
  { client, port }: Ways,
): void {
  const throttle = createThrottle(deps.db, deps.clock)

  /** Returns whom the provider authenticated; undefined, and logged, if none. */
  const askProvider = async (request: FastifyRequest, cookie: string | undefined) => {
    if (!(await throttle.hit('provider back', request.ip, byAddress)).allowed) return undefined
    return await client.finish(new URL(siteOf(request) + request.url), cookie).catch((error: unknown) => {
      logProviderError(request, error)
      return undefined
    })
  }

  /** Opens the session for the answer of the provider. */
  const enter = async (request: FastifyRequest, cookie: string | undefined): Promise<Entered> => {
    const proven = await askProvider(request, cookie)
    if (proven === undefined) return 'OidcFailed'
    const locale = pickLocale(request.headers['accept-language'])
    const from = { ...clientOf(request), requestId: request.id, locale, log: request.log }
    const found = await findUserByOidc(deps, port, proven.person, from)
    if (found.user === undefined) {
      note(request, { about: found.about })
      return found.why === 'left' ? 'OidcLeft' : 'OidcUnknown'
    }
    const { persistent, callbackUrl, person } = proven
    await port.followGroups(found.user, person, from)
    const factors = ['provider'] as const
    const opening = { user: found.user, checked: null, persistent, factors, provider: person }
    const refresh = await startSession(deps, opening, from)
    return refresh === undefined ? 'OidcUnknown' : { refresh, callbackUrl }
  }

  app.get(authPaths.oidcCallback, async (request, reply) => {
    const site = siteOf(request)
    const cookie = cookies.provider.read(request)
    cookies.provider.clear(reply)
    // The browser is loading a page: every error ends on the sign-in page.
    const entered = await enter(request, cookie).catch((error: unknown): Entered => {
      reportProblem(error, request.log)
      return 'OidcFailed'
    })
    if (typeof entered === 'string') return reply.redirect(signInPage(site, { error: entered }), 302)
    cookies.refresh.write(reply, entered.refresh)
    return reply.redirect(sameSite(entered.callbackUrl, site), 302)
  })
}

/** The provider reports that a person has signed out there (OpenID Connect Back-Channel Logout 1.0, 2.5 to 2.8). */
function registerLogout(app: FastifyInstance, deps: Deps, { client, port }: Ways): void {
  const throttle = createThrottle(deps.db, deps.clock)

  /** True if the sessions that the token names have ended. */
  const end = async (request: FastifyRequest): Promise<boolean> => {
    const { logout_token: token = '' } = readForm(request.body)
    const logout = await client.readLogout(token.slice(0, 16_384)).catch((error: unknown) => {
      logProviderError(request, error)
      return undefined
    })
    return logout !== undefined && (await endByProvider(deps, port, logout, request.ip))
  }

  app.post(authPaths.oidcLogout, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { allowed, retryAfter } = await throttle.hit('provider logout', request.ip, refusedLogouts)
    if (!allowed) {
      return reply.code(429).header('retry-after', String(retryAfter)).send({ error: 'temporarily_unavailable' })
    }
    if (!(await end(request))) {
      return reply.code(400).send({ error: 'invalid_request', error_description: 'the logout token is not valid' })
    }
    await throttle.refund('provider logout', request.ip)
    return reply.code(200).send()
  })
}
