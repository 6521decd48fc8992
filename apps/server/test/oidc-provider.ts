import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Who Foja is to the provider. */
export type ProviderClient = { id: string; secret: string; redirectUri: string }

export type TestProvider = {
  issuer: string
  /** Until then it answers 503 to everything. */
  open: (client: ProviderClient) => Promise<void>
  close: () => Promise<void>
}

/** Starts a provider of OpenID Connect in a process of its own, on a free port. */
export async function startOidcProvider(): Promise<TestProvider> {
  const program = fileURLToPath(new URL('oidc-provider-child.ts', import.meta.url))
  const child = fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
  const said = async () => (await once(child, 'message'))[0] as string
  const issuer = await said()
  return {
    issuer,
    open: async (client) => {
      child.send(client)
      await said()
    },
    close: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
