import { AsyncLocalStorage } from 'node:async_hooks'
import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import type { OidcSettings } from '../../../config.ts'
import type { AppDeps } from '../../../deps.ts'
import { seal, unseal } from '../../../lib/seal.ts'
import { saidAddress } from './normalize-email.ts'

/** Longest that a person waits for the provider, all its answers together, in milliseconds. */
const defaultPatience = 8000

/** For so long, in milliseconds, what the provider said of itself stands although somebody came back with nothing good. */
const freshness = 5 * 60_000

/** How long a person may be at the provider, in milliseconds. */
const lifetime = 10 * 60_000

const context = 'oidc'

/** What must be the same when the person comes back; sealed into a cookie of their browser. */
const errandSchema = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  callbackUrl: z.string(),
  persistent: z.boolean(),
  until: z.number(),
})
type Errand = z.infer<typeof errandSchema>

/** Whom the provider vouches for. */
export type ProvenPerson = {
  /** Issuer and `sub`: nobody else's, ever (OpenID Connect Core 1.0, 5.7). */
  subject: string
  /** Lower case; null where nobody vouches for it. */
  email: string | null
}

export type OidcClient = {
  /** Address of the provider to go to, and the cookie to come back with. Throws when the provider does not answer. */
  begin: (wanted: { redirectUri: string; callbackUrl: string; persistent: boolean }) => Promise<{
    url: string
    cookie: string
  }>
  /** Who came back. `address` is the one that was called, with its query. Throws whenever anything does not fit. */
  finish: (
    address: URL,
    cookie: string | undefined,
  ) => Promise<{ person: ProvenPerson; callbackUrl: string; persistent: boolean }>
}

/** The way of saying our secret that the provider takes; the one of the standard unless it names only the other. */
function authentication(secret: string): oidc.ClientAuth {
  const basic = oidc.ClientSecretBasic(secret)
  const post = oidc.ClientSecretPost(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

/**
 * The address that a provider vouches for. Some say `email_verified` as a text; where one does not say it at all, the
 * addresses of the office's own domains are believed.
 */
function provenEmail({ email, email_verified: said }: oidc.JsonObject, domains: string[]): string | null {
  if (typeof email !== 'string') return null
  const address = saidAddress(email)
  const isOurs = said === undefined && domains.includes(address.slice(address.lastIndexOf('@') + 1))
  return said === true || said === 'true' || isOurs ? address : null
}

async function provenPerson(
  configuration: oidc.Configuration,
  domains: string[],
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
): Promise<ProvenPerson> {
  const claims = tokens.claims()!
  const asked = configuration.serverMetadata().userinfo_endpoint !== undefined && claims['email'] === undefined
  const said = asked ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims
  return { subject: `${claims.iss} ${claims.sub}`, email: provenEmail(said, domains) }
}

/** Ends whatever is asked of the provider for the person who waits now. */
const waiting = new AsyncLocalStorage<AbortSignal>()

const fetchInTime: oidc.CustomFetch = async (url, options) =>
  await fetch(url, { ...options, signal: waiting.getStore() ?? options.signal })

/**
 * Code flow with PKCE, state and nonce (RFC 9700, 2.1; OpenID Connect Core 1.0, 3.1). The signature of the ID token is
 * checked too, which a token that came over TLS need not be (3.1.3.7): it costs one more answer, and makes no exception.
 */
export function createOidcClient(settings: OidcSettings, { keys, clock }: Pick<AppDeps, 'keys' | 'clock'>): OidcClient {
  const key = keys.derive('oidc')
  const { patienceMs = defaultPatience } = settings
  let known: { configuration: Promise<oidc.Configuration>; at: number } | undefined

  /** Asked for when somebody first signs in, so that a provider that is down keeps nothing from starting. */
  const discover = (): Promise<oidc.Configuration> => {
    const issuer = new URL(settings.issuer)
    const plain = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
    return oidc.discovery(issuer, settings.clientId, undefined, authentication(settings.clientSecret), {
      execute: [...plain, oidc.enableNonRepudiationChecks],
      [oidc.customFetch]: fetchInTime,
    })
  }

  const configured = async (): Promise<oidc.Configuration> => {
    known ??= { configuration: discover(), at: clock().getTime() }
    const { configuration } = known
    try {
      return await configuration
    } catch (error) {
      if (known?.configuration === configuration) known = undefined
      throw error
    }
  }

  /** What the provider said of itself is asked again after a failure, as it may have been the cause: once it is so old. */
  const inTime = async <T>(age: number, work: () => Promise<T>): Promise<T> => {
    try {
      return await waiting.run(AbortSignal.timeout(patienceMs), work)
    } catch (error) {
      if (known !== undefined && clock().getTime() - known.at >= age) known = undefined
      throw error
    }
  }

  const readErrand = (cookie: string | undefined): Errand => {
    const text = unseal(key, Buffer.from(cookie ?? '', 'base64url'), context).toString()
    const errand = z.parse(errandSchema, JSON.parse(text))
    if (errand.until < clock().getTime()) throw new Error('the person was away for too long')
    return errand
  }

  return {
    begin: async ({ redirectUri, callbackUrl, persistent }) =>
      await inTime(0, async () => {
        const configuration = await configured()
        const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
        const url = oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
        })
        const until = clock().getTime() + lifetime
        const errand: Errand = { state, nonce, verifier, callbackUrl, persistent, until }
        return { url: url.href, cookie: seal(key, Buffer.from(JSON.stringify(errand)), context).toString('base64url') }
      }),

    finish: async (address, cookie) => {
      const { state, nonce, verifier, callbackUrl, persistent } = readErrand(cookie)
      const person = await inTime(freshness, async () => {
        const configuration = await configured()
        const tokens = await oidc.authorizationCodeGrant(configuration, address, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        return await provenPerson(configuration, settings.emailDomains, tokens)
      })
      return { person, callbackUrl, persistent }
    },
  }
}
