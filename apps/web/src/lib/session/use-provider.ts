import { useEffect, useState } from 'react'
import { fetchProvider, knownProvider, type Provider } from './provider.ts'

/** The identity provider; null while unknown or if there is none. */
export function useProvider(): Provider | null {
  const [provider, setProvider] = useState(knownProvider)
  useEffect(() => void fetchProvider().then(setProvider), [])
  return provider
}
