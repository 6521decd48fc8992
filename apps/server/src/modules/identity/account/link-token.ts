import { createHash, createHmac } from 'node:crypto'
import type { ServerKeys } from '../../../keys.ts'

/**
 * The token of a one-time link: 256 bits that only this installation can tell from the link's id, so that it is stored
 * nowhere, not even in the message that waits to go out (docs/adr/0017-derived-share-tokens.md).
 */
export function linkToken(keys: ServerKeys, id: string): string {
  return createHmac('sha256', keys.derive('one-time links')).update(id).digest('base64url')
}

/** The digest under which a link is looked up by its token. */
export const linkDigest = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The page that takes a token. Behind `#` it reaches no log and no Referer; the page posts it. */
export const linkAddress = (origin: string, token: string): string => `${origin}/elegir-clave#token=${token}`
