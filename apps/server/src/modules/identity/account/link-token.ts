import { createHash, createHmac } from 'node:crypto'
import type { ServerKeys } from '../../../keys.ts'

/**
 * Token of a one-time link: 256 bits derived from the link's id with the server key. It is stored nowhere, not even in
 * the queued message (docs/adr/0017-derived-share-tokens.md).
 */
export function linkToken(keys: ServerKeys, id: string): string {
  return createHmac('sha256', keys.derive('one-time links')).update(id).digest('base64url')
}

/** Digest by which a link is looked up. */
export const linkDigest = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Page that takes the token. In the fragment (`#`) it reaches no log and no Referer; the page posts it. */
export const linkAddress = (origin: string, token: string): string => `${origin}/elegir-clave#token=${token}`
