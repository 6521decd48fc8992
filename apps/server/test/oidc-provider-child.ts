// A real OpenID Connect provider in a child process. It shows no form: the `x-account` header of a request says who
// signs in, as `sub|email|verified`, `…|unverified`, or `…|unsaid` for a provider without the claim email_verified.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { ProviderClient } from './oidc-provider.ts'

let provider: Provider | undefined

/** The accounts of the provider by `sub`. */
const accounts = new Map<string, { email: string; email_verified?: boolean }>()

function createProvider(issuer: string, { id, secret, redirectUri }: ProviderClient): Provider {
  const created: Provider = new Provider(issuer, {
    clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, interaction) => `/enter/${interaction.uid}` },
    loadExistingGrant: async (ctx) => {
      const { session, client } = ctx.oidc
      const grant = new created.Grant({ accountId: session!.accountId!, clientId: client!.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
  })
  return created
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (provider === undefined) return void response.writeHead(503).end()
  if (request.url?.startsWith('/enter/') !== true) return await provider.callback()(request, response)
  const [accountId = '', email = '', verified] = String(request.headers['x-account']).split('|')
  accounts.set(accountId, verified === 'unsaid' ? { email } : { email, email_verified: verified === 'verified' })
  await provider.interactionFinished(request, response, { login: { accountId } })
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.on('message', (client: ProviderClient) => {
    provider = createProvider(issuer, client)
    process.send!('ready')
  })
  process.on('disconnect', () => process.exit())
  process.send!(issuer)
})
