import type { Queue } from '@foja/jobs/queue'
import type { AppDeps } from '../../../deps.ts'
import { ProblemError } from '../../../http/problem.ts'
import { requireSharedDocument } from '../../documents/public.ts'
import { confirmJob, verifyStoredDocument, type Verdicts } from '../../verification-core/public.ts'

type Deps = Pick<AppDeps, 'db'> & { verdicts: Verdicts }

/** The jobs of this module, for the queue to know. */
export const verificationJobs = [confirmJob] as const

/** Works out a verdict that was left open; the document's list entry then tells it. */
async function confirm(deps: Deps, id: string): Promise<void> {
  try {
    const document = await requireSharedDocument(deps.db, id)
    if (document.signature_verdict !== 'indeterminate') return
    await verifyStoredDocument(deps, document, { locale: 'es', timeZone: 'UTC' })
  } catch (error) {
    // deleted since, or beyond judging: it stays as it is
    if (!(error instanceof ProblemError)) throw error
  }
}

/** Gives the jobs of verification to this process. */
export async function workVerification(queue: Pick<Queue, 'work'>, deps: Deps): Promise<void> {
  await queue.work(confirmJob, async ({ payload }) => {
    const { id } = payload as { id: string }
    await confirm(deps, id)
  })
}
