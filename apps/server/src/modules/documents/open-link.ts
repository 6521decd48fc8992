import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import { shareIsOpen } from '../shares/shares.public.ts'
import { findVersionById } from './documents.queries.ts'
import { readLink } from './signed-link.ts'

/** The version that a signed link opens. Altered, expired and revoked links answer alike: `not_found`. */
export async function openLink(deps: Pick<AppDeps, 'db' | 'keys' | 'clock'>, token: string) {
  const target = readLink(deps.keys, deps.clock, token)
  const version = target === null ? undefined : await findVersionById(deps.db, target.version)
  if (target === null || version === undefined) throw new ProblemError('not_found')
  if (target.share !== null && !(await shareIsOpen(deps.db, target.share, deps.clock())))
    throw new ProblemError('not_found')
  return { target, version }
}
