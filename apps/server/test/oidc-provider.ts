import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Foja's client registration at the provider. */
export type ProviderClient = { id: string; secret: string; redirectUri: string; logoutUri?: string }

export type TestProvider = {
  issuer: string
  /** Registers the client; before, the provider answers 503. */
  open: (client: ProviderClient) => Promise<void>
  /** Tells the client that a person has signed out (back-channel logout). Throws unless it answers 200. */
  logOut: (sub: string) => Promise<void>
  close: () => Promise<void>
}

/** Starts an OpenID Connect provider in a child process on a free port. */
export async function startOidcProvider(): Promise<TestProvider> {
  const program = fileURLToPath(new URL('oidc-provider-child.ts', import.meta.url))
  const child = fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
  const nextMessage = async () => (await once(child, 'message'))[0] as string
  const issuer = await nextMessage()
  return {
    issuer,
    open: async (client) => {
      child.send(client)
      await nextMessage()
    },
    logOut: async (sub) => {
      child.send({ logout: sub })
      const answer = await nextMessage()
      if (answer !== 'ready') throw new Error(answer)
    },
    close: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
