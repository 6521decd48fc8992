import { assertionSchema, type Assertion } from '@foja/contracts/passkeys'
import { authPaths } from '@foja/contracts/session'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { AppDeps } from '../../../deps.ts'
import { note } from '../../../http/request-facts.ts'
import { createThrottle } from '../../../http/throttle.ts'
import { signInTexts } from '../../../texts/session-texts.ts'
import { waitText } from '../../../texts/wait-text.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { createDevices } from './devices.ts'
import { readForm } from './form.ts'
import { clientOf, type SessionWire } from './session-wire.ts'
import { passkeySignInOptions, signInByPasskey } from './sign-in-by-passkey.ts'
import { sameSite, signInPage } from './urls.ts'

/** Parses a passkey's answer, sent as JSON in a field of a form; undefined if it is not one. */
export function readAssertion(value: string | undefined): Assertion | undefined {
  if (value === undefined) return undefined
  try {
    return z.safeParse(assertionSchema, JSON.parse(value)).data
  } catch {
    return undefined
  }
}

/** The forms for signing in with a passkey alone: its challenge, and its answer. */
export function registerPasskeySignIn(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'keys'> & MailDeps,
  wire: SessionWire,
): void {
  const { cookies, siteOf, finish } = wire
  const known = {
    ...deps,
    devices: createDevices(deps.keys.derive('devices')),
    throttle: createThrottle(deps.db, deps.clock),
  }

  app.post(authPaths.passkeyOptions, async (request, reply) => {
    wire.refuseCrossSite(request)
    if (!wire.csrfHolds(request)) return wire.refuseCsrf(request, reply)
    const browser = readForm(request.body)['csrfToken'] ?? ''
    return reply.send({ options: await passkeySignInOptions({ ...deps, log: request.log }, browser) })
  })

  app.post(authPaths.passkeyCallback, async (request, reply) => {
    wire.refuseCrossSite(request)
    if (!wire.csrfHolds(request)) return wire.refuseCsrf(request, reply)
    const { passkey, csrfToken: browser = '', remember, callbackUrl } = readForm(request.body)
    const answer = {
      assertion: readAssertion(passkey),
      browser,
      persistent: remember === 'true',
      device: cookies.device.read(request),
    }
    const result = await signInByPasskey({ ...known, log: request.log }, answer, clientOf(request))
    if (result.outcome === 'signed_in') {
      cookies.refresh.write(reply, result.refresh)
      cookies.device.write(reply, result.device)
      return finish(request, reply, sameSite(callbackUrl, siteOf(request)))
    }
    note(request, { about: result.about })
    const page = (error: string) => signInPage(siteOf(request), { error })
    if (result.outcome === 'passkey_refused') {
      return finish(request, reply, page('PasskeyRefused'), 401, signInTexts.passkeyRefused)
    }
    reply.header('retry-after', String(result.retryAfter))
    return finish(request, reply, page('TooManyAttempts'), 429, waitText(result.retryAfter))
  })
}
