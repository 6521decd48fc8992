import { AsyncLocalStorage } from 'node:async_hooks'
import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import type { OidcSettings } from '../../../config.ts'
import type { AppDeps } from '../../../deps.ts'
import { mailDomain } from '../../../lib/mail-domain.ts'
import { seal, unseal } from '../../../lib/seal.ts'
import { createLogoutReader, subjectOf, type ProviderLogout } from './logout-token.ts'
import { normalizeEmail } from './normalize-email.ts'

/** Time limit for all answers of the provider to one request, in milliseconds. */
const defaultPatience = 8000

/** A failed return does not discard provider metadata younger than this, in milliseconds. */
const freshness = 5 * 60_000

/** How long a user may stay at the provider, in milliseconds. */
const lifetime = 10 * 60_000

const context = 'oidc'

/** State that must match on return; sealed into a cookie of the browser. */
const errandSchema = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  callbackUrl: z.string(),
  persistent: z.boolean(),
  until: z.number(),
})
type Errand = z.infer<typeof errandSchema>

/** The user that the provider has authenticated. */
export type ProvenPerson = {
  /** As `subjectOf` writes it. */
  subject: string
  /** In lower case; null if it is not verified. */
  email: string | null
  /** The domain of that address, in lower case and ASCII, if the provider answers for all accounts there; else null. */
  domain: string | null
  /** As the provider calls them; null if it does not. */
  nombre: string | null
  /** null: the provider does not say. */
  groups: string[] | null
  /** Its own session; null if it does not name it. */
  sid: string | null
}

export type OidcClient = {
  /** Returns the URL of the provider and the cookie for the return. Throws if the provider does not answer. */
  begin: (wanted: { redirectUri: string; callbackUrl: string; persistent: boolean }) => Promise<{
    url: string
    cookie: string
  }>
  /** Returns who signed in. `address`: the URL of the callback with its query. Throws on any mismatch. */
  finish: (
    address: URL,
    cookie: string | undefined,
  ) => Promise<{ person: ProvenPerson; callbackUrl: string; persistent: boolean }>
  /** Returns what a logout token of the provider ends. Throws if it is not one. */
  readLogout: (token: string) => Promise<ProviderLogout>
}

/** Client authentication that the provider supports; basic, the default of the standard, unless it lists only post. */
function authentication(secret: string): oidc.ClientAuth {
  const basic = oidc.ClientSecretBasic(secret)
  const post = oidc.ClientSecretPost(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

/**
 * Returns the verified address. Some providers send `email_verified` as a string. If it is missing, only addresses of
 * the office's own domains are trusted.
 */
function provenEmail({ email, email_verified: verified }: oidc.JsonObject, domains: string[]): string | null {
  if (typeof email !== 'string') return null
  const address = normalizeEmail(email)
  const isOurs = verified === undefined && domains.includes(address.slice(address.lastIndexOf('@') + 1))
  return verified === true || verified === 'true' || isOurs ? address : null
}

/**
 * Google verifies any address once, also of a person who has left its domain since; it answers for those of Workspace
 * only, which have the claim `hd`.
 */
function answersForDomain({ iss, hd }: oidc.JsonObject): boolean {
  return iss !== 'https://accounts.google.com' || typeof hd === 'string'
}

/** The trimmed text of a claim; null if it has none. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
  return text === '' ? null : text
}

/** The groups of a claim; some providers send one as a text. */
function groupsOf(value: unknown): string[] | null {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : null
}

async function provenPerson(
  configuration: oidc.Configuration,
  { emailDomains, groupsClaim }: OidcSettings,
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
): Promise<ProvenPerson> {
  const claims = tokens.claims()!
  const needsUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined && claims['email'] === undefined
  const more = needsUserInfo ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  const info: oidc.JsonObject = { ...claims, ...more }
  const email = provenEmail(info, emailDomains)
  const isAnswered = email !== null && answersForDomain({ ...info, iss: claims.iss })
  return {
    subject: subjectOf(claims),
    email,
    domain: isAnswered ? mailDomain(email.slice(email.lastIndexOf('@') + 1)) : null,
    nombre: textOf(info['name']),
    groups: groupsOf(info[groupsClaim]),
    sid: textOf(claims['sid']),
  }
}

/** Aborts requests to the provider when the user has waited too long. */
const waiting = new AsyncLocalStorage<AbortSignal>()

const fetchInTime: oidc.CustomFetch = async (url, options) =>
  await fetch(url, { ...options, signal: waiting.getStore() ?? options.signal })

/** Reads the metadata of the provider, which have to name the configured issuer. */
function discover(settings: OidcSettings): Promise<oidc.Configuration> {
  const issuer = new URL(settings.issuer)
  const plain = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  return oidc.discovery(issuer, settings.clientId, undefined, authentication(settings.clientSecret), {
    execute: [...plain, oidc.enableNonRepudiationChecks],
    [oidc.customFetch]: fetchInTime,
  })
}

/** Rejects unless the provider answers as configured within the time limit. */
export async function pingProvider(settings: OidcSettings, patienceMs: number): Promise<void> {
  await waiting.run(AbortSignal.timeout(patienceMs), async () => await discover(settings))
}

/**
 * Code flow with PKCE, state and nonce (RFC 9700, 2.1; OpenID Connect Core 1.0, 3.1). The signature of the ID token is
 * also verified, which is optional for a token received over TLS (3.1.3.7); it costs one more request.
 */
export function createOidcClient(settings: OidcSettings, { keys, clock }: Pick<AppDeps, 'keys' | 'clock'>): OidcClient {
  const key = keys.derive('oidc')
  const { patienceMs = defaultPatience } = settings
  const readLogoutToken = createLogoutReader(settings, clock)
  let known: { configuration: Promise<oidc.Configuration>; at: number } | undefined

  /** Discovers at the first sign-in, so that a provider that is down does not block the start. */
  const configured = async (): Promise<oidc.Configuration> => {
    known ??= { configuration: discover(settings), at: clock().getTime() }
    const { configuration } = known
    try {
      return await configuration
    } catch (error) {
      if (known?.configuration === configuration) known = undefined
      throw error
    }
  }

  /**
   * Runs `work` within the time limit. After a failure, metadata older than `age` is discarded, as it may be the cause.
   */
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
    if (errand.until < clock().getTime()) throw new Error('the user was at the provider for too long')
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
        return await provenPerson(configuration, settings, tokens)
      })
      return { person, callbackUrl, persistent }
    },

    readLogout: async (token) => {
      const configuration = await inTime(freshness, configured)
      return await readLogoutToken(token, configuration.serverMetadata())
    },
  }
}
