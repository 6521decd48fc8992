import type { FailedJobs } from '@foja/contracts/status'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../context.ts'
import { jobTexts, jobTitle, type JobReason } from '../../texts/job-texts.ts'
import { emailJob } from '../outbox/public.ts'

const reasons: [RegExp, JobReason][] = [
  [/^job_timeout$/, 'timeout'],
  [/^job_interrupted$/, 'interrupted'],
  [/^(ENOSPC|EDQUOT|disk_full|53100)$/, 'full'],
  [/^(EACCES|EPERM|EROFS|forbidden)$/, 'forbidden'],
  [/^(ENOENT|not_found|NoSuchKey)$/, 'missing'],
  [/^(ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE)$/, 'network'],
  [/^ERR_WORKER_\w+$/, 'memory'],
  // SQLSTATE has five characters, of which no name of an error has a digit.
  [/^(?=\D*\d)[0-9A-Z]{5}$/, 'database'],
]

const reasonOf = (code: string): JobReason => reasons.find(([shape]) => shape.test(code))?.[1] ?? 'other'

/** The jobs that failed for good. Messages have their own page. */
export async function readFailedJobs({ queue, locale }: Ctx): Promise<FailedJobs> {
  const jobs = (await queue.failed()).filter(({ name }) => name !== emailJob)
  return {
    results: jobs.map(({ id, name, error, tries, request, createdAt, failedAt }) => ({
      id,
      title: jobTitle(name, locale),
      reason: jobTexts[locale].reasons[reasonOf(error)],
      code: error,
      tries,
      request_id: request,
      created_at: createdAt.toISOString(),
      failed_at: failedAt.toISOString(),
    })),
  }
}

/** Retries or discards a failed job and records it; nothing if it is not failed, for example a second time. */
async function settle(ctx: Ctx, id: string, how: 'retry' | 'discard'): Promise<FailedJobs> {
  const { db, clock, actor, ip, queue } = ctx
  await inTransaction(db, async (trx) => {
    const job = await queue[how](id, trx)
    if (job === null) return
    const action = how === 'retry' ? 'job.retried' : 'job.discarded'
    await appendEvent(trx, { action, actor: actor.id, actor_label: actor.nombre, data: { job, id }, ip, at: clock() })
  })
  return await readFailedJobs(ctx)
}

export const retryJob = async (ctx: Ctx, id: string): Promise<FailedJobs> => await settle(ctx, id, 'retry')

export const discardJob = async (ctx: Ctx, id: string): Promise<FailedJobs> => await settle(ctx, id, 'discard')
