import type { EmbedEvent } from '../../embed/foja-embed.ts'

/**
 * The origin of the site that shows this page in a frame; null without one. It is one that the company named, because the
 * browser shows the frame on no other (`frame-ancestors`, docs/adr/0064-embedding.md).
 */
function hostOrigin(): string | null {
  if (window.parent === window) return null
  const address = window.location.ancestorOrigins?.[0] ?? document.referrer
  return URL.canParse(address) ? new URL(address).origin : null
}

/** Tells that site what happened: the event and the id of the request, nothing of what is asked or of the recipient. */
export function tellHost(event: EmbedEvent['event'], request: string): void {
  const origin = hostOrigin()
  if (origin !== null) window.parent.postMessage({ source: 'foja', event, request }, origin)
}
