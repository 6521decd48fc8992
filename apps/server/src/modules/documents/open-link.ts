import { can, type Actor } from '@foja/contracts/policies'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { findLiveActors } from '../identity/public.ts'
import { shareIsOpen } from './shares/shares.queries.ts'
import { findBase } from './template-base.ts'
import { hasOpenCode } from '../verification-core/public.ts'
import { findVersionById, isSharedWith, type NamedVersion } from './documents.queries.ts'
import { findDeliveredFile, recipientMayOpen } from './requested.ts'
import { readLink, type LinkContent, type LinkTarget } from './signed-link.ts'

/** A stored file whose pages can be drawn. */
type Content = { blob_key: string; sha256: string }
type OpenFile = Pick<NamedVersion, 'blob_key' | 'size' | 'sha256' | 'nombre' | 'mime'>

/** A valid link and its reader; null for anyone who has it: it came from an open share link or a printed code. */
type OpenLink = { target: LinkTarget; reader: Actor | null }

async function openToken({ db, keys, clock }: Ctx<null>, token: string): Promise<OpenLink> {
  const target = readLink(keys, clock, token)
  if (target === null) throw new ProblemError('not_found')
  const { kind, id } = target.holder
  if (kind === 'share') {
    if (await shareIsOpen(db, id, clock())) return { target, reader: null }
    throw new ProblemError('not_found')
  }
  if (kind === 'code') {
    const opensOwnPage = target.content.kind === 'version' && target.content.id === id && target.page > 0
    if (opensOwnPage && (await hasOpenCode(db, id))) return { target, reader: null }
    throw new ProblemError('not_found')
  }
  if (kind === 'recipient') {
    const { content } = target
    if (await recipientMayOpen(db, { recipient: id, content, now: clock() })) return { target, reader: null }
    throw new ProblemError('not_found')
  }
  const reader = (await findLiveActors(db, [id], clock())).get(id)
  if (reader === undefined) throw new ProblemError('not_found')
  return { target, reader }
}

async function findVersion({ db }: Ctx<null>, id: string, reader: Actor | null): Promise<NamedVersion | undefined> {
  const version = await findVersionById(db, id)
  if (version === undefined || reader === null) return version
  const resource = { id_company: version.id_company, created_by: version.owner }
  if (can('document.read', reader, resource)) return version
  const sharedWithActor = await isSharedWith(db, version.id_documento, reader.id)
  return can('document.read', reader, { ...resource, sharedWithActor }) ? version : undefined
}

/** A delivered file, for its recipient or for those who may ask for documents there. */
async function findDelivered({ db }: Ctx<null>, id: string, reader: Actor | null): Promise<OpenFile | undefined> {
  const file = await findDeliveredFile(db, id)
  if (file === undefined || reader === null) return file
  return can('document.ask', reader, { id_company: file.id_company, created_by: file.owner }) ? file : undefined
}

/** The content of a link, if its reader may read it. */
async function findContent(ctx: Ctx<null>, content: LinkContent, reader: Actor | null): Promise<Content | undefined> {
  if (content.kind === 'version') return await findVersion(ctx, content.id, reader)
  if (content.kind === 'delivered') return await findDelivered(ctx, content.id, reader)
  const mayRead = (id_company: string | null) =>
    reader !== null && can('template.read', reader, { id_company, created_by: null })
  if (content.kind === 'base') {
    const base = await findBase(ctx.db, content.pdf_path)
    return base !== undefined && mayRead(base.id_company) ? base : undefined
  }
  const isThere = mayRead(content.id_company) && (await ctx.store.exists(content.blob_key))
  return isThere ? content : undefined
}

/**
 * The page that a signed link shows. Altered, expired and revoked links, and links of users without permission, all
 * throw `not_found`.
 */
export async function openPageLink(
  ctx: Ctx<null>,
  token: string,
): Promise<Content & Pick<LinkTarget, 'page' | 'small'>> {
  const { target, reader } = await openToken(ctx, token)
  const { content, page, small } = target
  const found = page < 1 ? undefined : await findContent(ctx, content, reader)
  if (found === undefined) throw new ProblemError('not_found')
  return { blob_key: found.blob_key, sha256: found.sha256, page, small }
}

/** The file that a signed link downloads; throws `not_found` like `openPageLink`. */
export async function openFileLink(ctx: Ctx<null>, token: string): Promise<OpenFile> {
  const { target, reader } = await openToken(ctx, token)
  const { content, page } = target
  const find = { version: findVersion, delivered: findDelivered }
  const isFile = page === 0 && (content.kind === 'version' || content.kind === 'delivered')
  const file = isFile ? await find[content.kind](ctx, content.id, reader) : undefined
  if (file === undefined) throw new ProblemError('not_found')
  return file
}
