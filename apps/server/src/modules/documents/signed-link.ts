import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppDeps, Clock } from '../../deps.ts'
import type { ServerKeys } from '../../keys.ts'
import { basePath } from '../../public-origin.ts'

/**
 * The content that a link opens: a version of a document, a file that a recipient delivered, the base PDF of templates,
 * or a preview made in a company (null: in none), which no row references and the sweep deletes after an hour.
 */
export type LinkContent =
  | { kind: 'version'; id: string }
  | { kind: 'delivered'; id: string }
  | { kind: 'base'; pdf_path: string }
  | { kind: 'preview'; blob_key: string; sha256: string; id_company: string | null }

/**
 * The holder of a link, which expires with it: a share link, the caller's session, the printed code of a version, or a
 * recipient of a signing request. For a code, `id` is the version's id.
 */
export type LinkHolder = { kind: 'share' | 'session' | 'code' | 'recipient'; id: string }

export type LinkTarget = {
  content: LinkContent
  /** the page whose image it is; 0: the file itself */
  page: number
  /** the image is a thumbnail */
  small: boolean
  holder: LinkHolder
}

const windowMs = 60 * 60_000

function authenticate(keys: ServerKeys, text: string): string {
  return createHmac('sha256', keys.derive('signed-link')).update(text).digest('base64url').slice(0, 32)
}

const shorten = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
const lengthen = (short: string) => Buffer.from(short, 'base64url').toString('hex')
const shortenId = (uuid: string) => shorten(uuid.replaceAll('-', ''))
const lengthenId = (short: string) => lengthen(short).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Ids, handles and digests contain no dot, which separates the parts. */
function writeContent(content: LinkContent): string {
  if (content.kind === 'version') return content.id
  if (content.kind === 'delivered') return `d.${shortenId(content.id)}`
  if (content.kind === 'base') return `b.${content.pdf_path}`
  const company = content.id_company === null ? '' : shortenId(content.id_company)
  return `p.${shorten(content.blob_key)}.${shorten(content.sha256)}.${company}`
}

function readContent(text: string): LinkContent {
  const [kind, first = '', second = '', company = ''] = text.split('.')
  if (kind === 'd') return { kind: 'delivered', id: lengthenId(first) }
  if (kind === 'b') return { kind: 'base', pdf_path: first }
  if (kind !== 'p') return { kind: 'version', id: text }
  const id_company = company === '' ? null : lengthenId(company)
  return { kind: 'preview', blob_key: lengthen(first), sha256: lengthen(second), id_company }
}

const holderLetters = { share: 's', session: 'u', code: 'c', recipient: 'r' } as const
const holderKinds = { s: 'share', u: 'session', c: 'code', r: 'recipient' } as const
const writeHolder = ({ kind, id }: LinkHolder) => `${holderLetters[kind]}.${shortenId(id)}`

function readHolder(text: string): LinkHolder {
  return { kind: holderKinds[text.charAt(0) as keyof typeof holderKinds], id: lengthenId(text.slice(2)) }
}

/**
 * A token that opens `target` for one to two hours, as long as its holder is valid and may read it. It stays the same
 * within an hour, so that browsers can cache the page.
 */
export function createLink(keys: ServerKeys, clock: Clock, target: LinkTarget): string {
  const expires = (Math.floor(clock().getTime() / windowMs) + 2) * windowMs
  const page = target.small ? `${target.page}s` : target.page
  const text = [writeContent(target.content), page, (expires / 1000).toString(36), writeHolder(target.holder)].join('~')
  return `${text}~${authenticate(keys, text)}`
}

/** The address of the page image or the file that `createLink` opens. */
export function linkTo(
  { keys, clock, config }: Pick<AppDeps, 'keys' | 'clock' | 'config'>,
  call: 'page_image' | 'file',
  target: LinkTarget,
): string {
  return `${basePath(config)}/api/v1/${call}/${createLink(keys, clock, target)}/`
}

/** The target of a token; null when it is forged, altered or expired. */
export function readLink(keys: ServerKeys, clock: Clock, token: string): LinkTarget | null {
  const cut = token.lastIndexOf('~')
  const text = token.slice(0, Math.max(cut, 0))
  const expected = Buffer.from(authenticate(keys, text))
  const given = Buffer.from(token.slice(cut + 1))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [content = '', page = '', expires = '', holder = ''] = text.split('~')
  if (Number.parseInt(expires, 36) * 1000 < clock().getTime()) return null
  return {
    content: readContent(content),
    page: Number.parseInt(page, 10),
    small: page.endsWith('s'),
    holder: readHolder(holder),
  }
}
