import type { Queue } from '@foja/jobs/queue'
import type { AppDeps } from '../../../deps.ts'
import { ProblemError } from '../../../http/problem.ts'
import { requireSharedDocument } from '../../documents/public.ts'
import { confirmJob, verifyStoredDocument, type Verdicts } from '../../verification-core/public.ts'

type Deps = Pick<AppDeps, 'db'> & { verdicts: Verdicts }

/** Names of this module's jobs. */
export const verificationJobs = [confirmJob] as const

/** Settles an open verdict and updates the document's list entry. */
async function confirm(deps: Deps, id: string): Promise<void> {
  try {
    const document = await requireSharedDocument(deps.db, id)
    if (document.signature_verdict !== 'indeterminate') return
    await verifyStoredDocument(deps, document, { locale: 'es', timeZone: 'UTC' })
  } catch (error) {
    // Deleted meanwhile, or cannot be verified: nothing changes.
    if (!(error instanceof ProblemError)) throw error
  }
}

/** Runs the verification jobs in this process. */
export async function workVerification(queue: Pick<Queue, 'work'>, deps: Deps): Promise<void> {
  await queue.work(confirmJob, async ({ payload }) => {
    const { id } = payload as { id: string }
    await confirm(deps, id)
  })
}
