import { useEffect, useState } from 'react'

/** The token of a link in an email, or null. It is in the fragment, which browsers do not send to the server. */
export function readLinkToken(hash: string = window.location.hash): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token')?.trim() ?? ''
  return /^[\w-]{1,100}$/.test(token) ? token : null
}

/** Also follows a change of the fragment, when another link is opened in the same tab without a reload. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(() => readLinkToken())
  useEffect(() => {
    // A fragment for an in-page anchor (#contenido) does not clear the token.
    const follow = () => setToken((before) => readLinkToken() ?? before)
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return token
}
