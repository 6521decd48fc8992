import * as calls from '@foja/contracts/status'
import type { Clock } from '../../deps.ts'
import type { Api } from '../../http/register.ts'
import { requestBackup } from '../setup/public.ts'
import { discardJob, readFailedJobs, retryJob } from './failed-jobs.ts'
import { createProbes } from './probe.ts'
import { readBackup } from './read-backup.ts'
import { checkService, readStatus } from './read-status.ts'

/** The page «Estado»: what Foja needs, and how it is. */
export function registerStatus(api: Api, clock: Clock): void {
  const probes = createProbes(clock)

  api.route(calls.systemStatus, async ({ ctx }) => ({ status: 200, body: await readStatus(ctx, probes) }))

  api.route(calls.checkService, async ({ ctx, body }) => ({
    status: 200,
    body: await checkService(ctx, probes, body.service, true),
  }))

  api.route(calls.makeBackup, async ({ ctx }) => {
    await requestBackup(ctx)
    return { status: 200, body: await readBackup(ctx) }
  })

  api.route(calls.failedJobs, async ({ ctx }) => ({ status: 200, body: await readFailedJobs(ctx) }))

  api.route(calls.retryJob, async ({ ctx, params }) => ({ status: 200, body: await retryJob(ctx, params.id) }))

  api.route(calls.discardJob, async ({ ctx, params }) => ({ status: 200, body: await discardJob(ctx, params.id) }))
}
