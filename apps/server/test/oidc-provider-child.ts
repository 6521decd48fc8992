// A real OpenID Connect provider in a child process. It shows no form: the `x-account` header of a request says who
// signs in, as `sub|email|verified`, `…|unverified`, or `…|unsaid` for a provider without the claim email_verified; then
// the groups, separated by commas (`-`: the claim is absent), and the name, encoded for an address.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { ProviderClient } from './oidc-provider.ts'

let provider: Provider | undefined

/** The accounts of the provider by `sub`. */
type Account = { email: string; email_verified?: boolean; groups?: string[]; name?: string }
const accounts = new Map<string, Account>()

/** The sub of a person whose sessions end everywhere. */
type Logout = { logout: string }

function createProvider(issuer: string, { id, secret, redirectUri, logoutUri }: ProviderClient): Provider {
  const logout = logoutUri === undefined ? {} : { backchannel_logout_uri: logoutUri }
  const created: Provider = new Provider(issuer, {
    clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirectUri], ...logout }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // Its own refuses this computer.
    fetch: async (url, options) => await fetch(url, { ...options, dispatcher: undefined }),
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

/** A client of the provider; this method is not in the types. */
type Notified = { backchannelLogout: (sub: string, sid: string | undefined) => Promise<void> }

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (provider === undefined) return void response.writeHead(503).end()
  if (request.url?.startsWith('/enter/') !== true) return await provider.callback()(request, response)
  const [accountId = '', email = '', verified, groups = '-', name = ''] = String(request.headers['x-account']).split(
    '|',
  )
  accounts.set(accountId, {
    email,
    ...(verified === 'unsaid' ? {} : { email_verified: verified === 'verified' }),
    ...(groups === '-' ? {} : { groups: groups.split(',').filter((group) => group !== '') }),
    ...(name === '' ? {} : { name: decodeURIComponent(name) }),
  })
  await provider.interactionFinished(request, response, { login: { accountId } })
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let clientId = ''
  const logOut = async (sub: string) => {
    const client = (await provider!.Client.find(clientId)) as unknown as Notified
    await client.backchannelLogout(sub, undefined)
  }
  process.on('message', (message: ProviderClient | Logout) => {
    if ('logout' in message) {
      const answered = logOut(message.logout).then(
        () => 'ready',
        (error: unknown) => String(error),
      )
      void answered.then((answer) => process.send!(answer))
      return
    }
    clientId = message.id
    provider = createProvider(issuer, message)
    process.send!('ready')
  })
  process.on('disconnect', () => process.exit())
  process.send!(issuer)
})
