import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../deps.ts'
import type { ServerKeys } from '../../keys.ts'

/**
 * Whose bytes a link opens: a version of a document, the base PDF of templates, or a preview, which no row names and the
 * sweep takes after an hour.
 */
export type LinkContent =
  | { kind: 'version'; id: string }
  | { kind: 'base'; pdf_path: string }
  | { kind: 'preview'; blob_key: string; sha256: string }

export type LinkTarget = {
  content: LinkContent
  /** the page whose image it is; 0: the file itself */
  page: number
  /** the image is a thumbnail */
  small: boolean
  /** The share that the link was given out by: it must still be open when the link is used. */
  share: string | null
}

const windowMs = 60 * 60_000

function authenticate(keys: ServerKeys, text: string): string {
  return createHmac('sha256', keys.derive('signed-link')).update(text).digest('base64url').slice(0, 32)
}

const shorten = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
const lengthen = (short: string) => Buffer.from(short, 'base64url').toString('hex')

/** Ids, handles and digests have no dot: it tells the parts apart. */
function writeContent(content: LinkContent): string {
  if (content.kind === 'version') return content.id
  if (content.kind === 'base') return `b.${content.pdf_path}`
  return `p.${shorten(content.blob_key)}.${shorten(content.sha256)}`
}

function readContent(text: string): LinkContent {
  const [kind, first = '', second = ''] = text.split('.')
  if (kind === 'b') return { kind: 'base', pdf_path: first }
  if (kind === 'p') return { kind: 'preview', blob_key: lengthen(first), sha256: lengthen(second) }
  return { kind: 'version', id: text }
}

/**
 * A token that opens `target` for one to two hours. Within an hour it is always the same, so that a browser's cache
 * serves the page again. Whoever makes one has checked that the person may read the document.
 */
export function createLink(keys: ServerKeys, clock: Clock, target: LinkTarget): string {
  const expires = (Math.floor(clock().getTime() / windowMs) + 2) * windowMs
  const page = target.small ? `${target.page}s` : target.page
  const text = [writeContent(target.content), page, (expires / 1000).toString(36), target.share ?? ''].join('~')
  return `${text}~${authenticate(keys, text)}`
}

/** What a token opens, or null when it is not ours, was altered or has expired. */
export function readLink(keys: ServerKeys, clock: Clock, token: string): LinkTarget | null {
  const cut = token.lastIndexOf('~')
  const text = token.slice(0, Math.max(cut, 0))
  const expected = Buffer.from(authenticate(keys, text))
  const given = Buffer.from(token.slice(cut + 1))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [content = '', page = '', expires = '', share = ''] = text.split('~')
  if (Number.parseInt(expires, 36) * 1000 < clock().getTime()) return null
  return {
    content: readContent(content),
    page: Number.parseInt(page, 10),
    small: page.endsWith('s'),
    share: share === '' ? null : share,
  }
}
