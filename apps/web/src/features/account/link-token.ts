import { useEffect, useState } from 'react'

/**
 * The secret of a link that came by email. It stands in the fragment of the address, which no browser sends anywhere;
 * null where there is none.
 */
export function readLinkToken(hash: string = window.location.hash): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token')?.trim() ?? ''
  return /^[\w-]{1,100}$/.test(token) ? token : null
}

/** The same, also when another link is opened over this one: only the fragment changes then, and the page stays. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(() => readLinkToken())
  useEffect(() => {
    // A place on this page (#contenido) takes nothing away.
    const follow = () => setToken((before) => readLinkToken() ?? before)
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return token
}
