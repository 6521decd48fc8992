import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import { shareIsOpen } from '../shares/shares.public.ts'
import { findBase } from '../templates/base.public.ts'
import { findVersionById, type NamedVersion } from './documents.queries.ts'
import { readLink, type LinkContent, type LinkTarget } from './signed-link.ts'

type Deps = Pick<AppDeps, 'db' | 'keys' | 'clock' | 'store'>

/** Bytes whose pages can be drawn. */
type Content = { blob_key: string; sha256: string }

async function openToken(deps: Deps, token: string): Promise<LinkTarget> {
  const target = readLink(deps.keys, deps.clock, token)
  if (target === null) throw new ProblemError('not_found')
  if (target.share !== null && !(await shareIsOpen(deps.db, target.share, deps.clock()))) {
    throw new ProblemError('not_found')
  }
  return target
}

async function findContent(deps: Deps, content: LinkContent): Promise<Content | undefined> {
  if (content.kind === 'version') return await findVersionById(deps.db, content.id)
  if (content.kind === 'base') return await findBase(deps.db, content.pdf_path)
  return (await deps.store.stat(content.blob_key)) === null ? undefined : content
}

/** The page that a signed link shows. Altered, expired and revoked links answer alike: `not_found`. */
export async function openPageLink(deps: Deps, token: string): Promise<Content & Pick<LinkTarget, 'page' | 'small'>> {
  const { content, page, small } = await openToken(deps, token)
  const found = page < 1 ? undefined : await findContent(deps, content)
  if (found === undefined) throw new ProblemError('not_found')
  return { blob_key: found.blob_key, sha256: found.sha256, page, small }
}

/** The file that a signed link downloads; `not_found` likewise. */
export async function openFileLink(deps: Deps, token: string): Promise<NamedVersion> {
  const { content, page } = await openToken(deps, token)
  const version = page === 0 && content.kind === 'version' ? await findVersionById(deps.db, content.id) : undefined
  if (version === undefined) throw new ProblemError('not_found')
  return version
}
