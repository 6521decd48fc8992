import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { ProblemError } from '../../../http/problem.ts'
import { readSolicitud } from './case.queries.ts'
import type { LockedSolicitud } from '../../case-locks/public.ts'

/** Throws `stale_version` with the current request if the caller's version is outdated. */
export async function requireVersion(
  trx: Transaction<Database>,
  { row }: LockedSolicitud,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === row.version) return
  throw new ProblemError('stale_version', { current: await readSolicitud(trx, row.id_solicitud) })
}
