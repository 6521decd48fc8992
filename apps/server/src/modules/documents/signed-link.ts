import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../deps.ts'
import type { ServerKeys } from '../../keys.ts'

/** What a link opens: one page's image of one version, or with page 0 the file itself. */
export type LinkTarget = {
  version: string
  page: number
  /** The share that the link was given out by: it must still be open when the link is used. */
  share: string | null
}

const windowMs = 60 * 60_000

function authenticate(keys: ServerKeys, text: string): string {
  return createHmac('sha256', keys.derive('signed-link')).update(text).digest('base64url').slice(0, 32)
}

/**
 * A token that opens `target` for one to two hours. Within an hour it is always the same, so that a browser's cache
 * serves the page again. Whoever makes one has checked that the person may read the document.
 */
export function createLink(keys: ServerKeys, clock: Clock, target: LinkTarget): string {
  const expires = (Math.floor(clock().getTime() / windowMs) + 2) * windowMs
  const text = [target.version, target.page, (expires / 1000).toString(36), target.share ?? ''].join('~')
  return `${text}~${authenticate(keys, text)}`
}

/** What a token opens, or null when it is not ours, was altered or has expired. */
export function readLink(keys: ServerKeys, clock: Clock, token: string): LinkTarget | null {
  const cut = token.lastIndexOf('~')
  const text = token.slice(0, Math.max(cut, 0))
  const expected = Buffer.from(authenticate(keys, text))
  const given = Buffer.from(token.slice(cut + 1))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [version = '', page = '', expires = '', share = ''] = text.split('~')
  if (Number.parseInt(expires, 36) * 1000 < clock().getTime()) return null
  return { version, page: Number(page), share: share === '' ? null : share }
}
