import { postForm, readWire } from './session-client.ts'

/** The office's own sign-in (OpenID Connect), where the server is told of one. */
export type Provider = { name: string }

let known: Provider | null | undefined

/** What is known so far, so that a page that asked beforehand draws it at once. */
export const knownProvider = (): Provider | null => known ?? null

/** The provider, or null where there is none or the server does not tell. Asked once. */
export async function fetchProvider(): Promise<Provider | null> {
  if (known !== undefined) return known
  try {
    const { body } = await readWire('/api/auth/providers')
    const oidc = body['oidc'] as { name?: unknown } | undefined
    known = typeof oidc?.name === 'string' ? { name: oidc.name } : null
  } catch {
    // The password is still a way in.
  }
  return knownProvider()
}

/**
 * The address of the provider where the person signs in; they come back to `back`, a path, and stay signed in on this
 * computer as they say. Rejects when none is told.
 */
export async function providerAddress(back: string, remember: boolean): Promise<string> {
  const { status, body } = await postForm('/api/auth/signin/oidc', {
    callbackUrl: new URL(back, window.location.origin).href,
    remember: String(remember),
  })
  const { url } = body
  if (status >= 400 || typeof url !== 'string') throw new Error(`The provider's address did not come: ${status}`)
  return url
}

/** For tests: as if the page had just been opened. */
export function forgetProvider(): void {
  known = undefined
}
