import { useEffect, useState } from 'react'
import { postForm, readWire } from './session-client.ts'

/** The identity provider (OpenID Connect), if the server has one. */
type Provider = { name: string }

let known: Provider | null | undefined

/** The provider if it is already known, for the first render. */
const knownProvider = (): Provider | null => known ?? null

/** The provider, or null if there is none or the server does not answer. Fetched once. */
export async function fetchProvider(): Promise<Provider | null> {
  if (known !== undefined) return known
  try {
    const { body } = await readWire('/api/auth/providers')
    const oidc = body['oidc'] as { name?: unknown } | undefined
    known = typeof oidc?.name === 'string' ? { name: oidc.name } : null
  } catch {
    // Sign-in with a password still works.
  }
  return knownProvider()
}

/**
 * The URL of the provider's sign-in page; it returns to the path `back`. `remember`: stay signed in on this computer.
 * Rejects if the server returns no URL.
 */
export async function providerAddress(back: string, remember: boolean): Promise<string> {
  const { status, body } = await postForm('/api/auth/signin/oidc', {
    callbackUrl: new URL(back, window.location.origin).href,
    remember: String(remember),
  })
  const { url } = body
  if (status >= 400 || typeof url !== 'string') throw new Error(`The server returned no provider URL: ${status}`)
  return url
}

/** For tests: resets to the state of a new page. */
export function forgetProvider(): void {
  known = undefined
}

/** The identity provider; null while unknown or if there is none. */
export function useProvider(): Provider | null {
  const [provider, setProvider] = useState(knownProvider)
  useEffect(() => void fetchProvider().then(setProvider), [])
  return provider
}
