import type { Queue } from '@foja/jobs/queue'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { AppDeps } from './deps.ts'
import { emailJobs, workEmails } from './modules/delivery/email-jobs.ts'
import { accountJobs, workAccounts } from './modules/identity/account/account-jobs.ts'
import { retentionJob, workRetention } from './modules/privacy/retention-job.ts'
import { backupJob, scheduleBackups } from './modules/setup/maintenance/backup/backup-job.ts'
import { historyJob, scheduleRoots } from './modules/setup/maintenance/history-job.ts'
import { markFileOf } from './modules/setup/maintenance/history-mark.ts'
import { scheduleSweeps, sweepAfterStart, sweepJob } from './modules/setup/maintenance/sweep.ts'
import { tallyJob, workTallies } from './modules/casework/solicitudes/tally-job.ts'
import { askForRows } from './modules/requests/request-from-template.ts'
import { requestsJob, workRequests } from './modules/requests/request-jobs.ts'
import { templateJobs, workTemplates } from './modules/templates/run-fill-batch.ts'
import { verificationJobs, workVerification } from './modules/signing/verification/verification-jobs.ts'
import { webhookJob, webhooksJob, workWebhooks } from './modules/webhooks/webhook-jobs.ts'
import { createVerdicts } from './modules/verification-core/verdicts.ts'
import type { JobName } from './texts/job-texts.ts'

/** Names of all jobs, also for a process that only adds them. */
export const jobNames = [
  sweepJob,
  tallyJob,
  historyJob,
  backupJob,
  requestsJob,
  webhookJob,
  webhooksJob,
  retentionJob,
  ...templateJobs,
  ...emailJobs,
  ...accountJobs,
  ...verificationJobs,
] satisfies JobName[]

/** `isEmbedded`: no other process uses the database. `isShared`: other computers may use the files. */
type Installation = {
  config: Config
  log: FastifyBaseLogger
  isEmbedded: boolean
  isShared: boolean
  startedAt: number
}

/** Runs the background jobs in this process. Returns the function that stops what does not stop with the queue. */
export async function startJobs(
  queue: Queue,
  deps: AppDeps,
  { config, log, isEmbedded, isShared, startedAt }: Installation,
): Promise<() => Promise<void>> {
  await workTallies(queue, deps)
  await workTemplates(queue, deps, { alone: isEmbedded, ask: askForRows(deps) })
  await workVerification(queue, { ...deps, verdicts: createVerdicts(deps) })
  await workEmails(queue, deps, { alone: isEmbedded })
  await workRequests(queue, deps)
  await workAccounts(queue, deps)
  const stopWebhooks = await workWebhooks(queue, deps, { alone: isEmbedded })
  await workRetention(queue, deps)
  const history = {
    ...deps,
    // The current one: an admin may change it while the server runs.
    get mail() {
      return deps.mail
    },
    log,
    markFile: markFileOf(config.dataFolder),
    mailTo: config.historyMailTo,
  }
  await scheduleRoots(queue, history)
  const stopSweep = await sweepAfterStart(deps, log, { isEmbedded, isShared, startedAt })
  await scheduleSweeps(queue, deps, log)
  await scheduleBackups(queue, { ...deps, config, log })
  return async () => {
    await stopWebhooks()
    await stopSweep()
  }
}
