import { useEffect, useState } from 'react'
import { fetchProvider, knownProvider, type Provider } from './provider.ts'

/** The office's own sign-in, once the server has told of one; null until then, and where there is none. */
export function useProvider(): Provider | null {
  const [provider, setProvider] = useState(knownProvider)
  useEffect(() => void fetchProvider().then(setProvider), [])
  return provider
}
