import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Step = 'discovery' | 'token' | 'keys' | 'userinfo'

/** A faulty answer of the provider; `hang`: no answer; `drip`: the beginning of an answer, and never its end. */
export type Oddity = 'hang' | 'drip' | { status: number; body: string } | { change: (body: Json) => Json }
type Json = Record<string, unknown>

/** A faulty ID token. */
export type TokenOddity = {
  claims?: Json
  /** Signed with another key under the id of the provider's key. */
  forged?: boolean
  unsigned?: boolean
}

/** An OpenID Connect provider whose faults a test chooses. It redirects back immediately. */
export type OddProvider = {
  issuer: string
  /** Faulty steps; may be changed at any time. */
  odd: Partial<Record<Step, Oddity>>
  token: TokenOddity
  /** A logout token; `undefined` removes a claim. */
  logoutToken: (claims?: Json, fault?: Pick<TokenOddity, 'forged' | 'unsigned'> & { typ?: string }) => Promise<string>
  /** Callback URL for an authorization URL. */
  comeBack: (address: string) => URL
  close: () => Promise<void>
}

const kid = 'uno'
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function answer(response: ServerResponse, body: Json, oddity: Oddity | undefined): void {
  if (oddity === 'hang') return
  response.setHeader('content-type', 'application/json')
  if (oddity === 'drip') return void response.writeHead(200).write('{')
  if (oddity !== undefined && 'status' in oddity) return void response.writeHead(oddity.status).end(oddity.body)
  response.end(JSON.stringify(oddity === undefined ? body : oddity.change(body)))
}

export async function startOddProvider(client: string): Promise<OddProvider> {
  const [own, strange] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid, alg: 'RS256', use: 'sig' }
  let nonce = ''
  const provider = { issuer: '', odd: {} as OddProvider['odd'], token: {} as TokenOddity }

  const idToken = async () => {
    const now = Math.floor(Date.now() / 1000)
    const person = { email: 'ana@foja.example', email_verified: true }
    const due = { iss: provider.issuer, sub: 'ana', aud: client, iat: now, exp: now + 300, nonce, ...person }
    const { claims = {}, forged = false, unsigned = false } = provider.token
    const payload = { ...due, ...claims }
    if (unsigned) return `${part({ alg: 'none' })}.${part(payload)}.`
    const { privateKey } = forged ? strange : own
    return await new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
  }
  const logoutToken: OddProvider['logoutToken'] = async (
    claims = {},
    { forged = false, unsigned = false, typ } = {},
  ) => {
    const iat = Math.floor(Date.now() / 1000)
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const due = { iss: provider.issuer, aud: client, iat, exp: iat + 120, jti: randomUUID(), events, sub: 'ana' }
    const payload = { ...due, ...claims }
    if (unsigned) return `${part({ alg: 'none' })}.${part(payload)}.`
    const header = { alg: 'RS256', kid, typ: typ ?? 'logout+jwt' }
    return await new SignJWT(payload).setProtectedHeader(header).sign((forged ? strange : own).privateKey)
  }
  const bodies: Record<Step, () => Json | Promise<Json>> = {
    discovery: () => ({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/enter`,
      token_endpoint: `${provider.issuer}/token`,
      jwks_uri: `${provider.issuer}/keys`,
      userinfo_endpoint: `${provider.issuer}/userinfo`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    token: async () => ({ access_token: 'a', token_type: 'bearer', id_token: await idToken() }),
    keys: () => ({ keys: [jwk] }),
    userinfo: () => ({ sub: 'ana', email: 'ana@foja.example', email_verified: true }),
  }
  const steps: Record<string, Step> = { '/token': 'token', '/keys': 'keys', '/userinfo': 'userinfo' }
  const server = createServer((request, response) => {
    const step = steps[request.url ?? ''] ?? 'discovery'
    void Promise.resolve(bodies[step]()).then((body) => answer(response, body, provider.odd[step]))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(provider, {
    logoutToken,
    comeBack: (address: string) => {
      const requested = new URL(address).searchParams
      nonce = requested.get('nonce')!
      const back = new URL(requested.get('redirect_uri')!)
      back.search = new URLSearchParams({ code: 'c', state: requested.get('state')! }).toString()
      return back
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  })
}
