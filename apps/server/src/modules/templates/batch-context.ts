import type { AppDeps } from '../../deps.ts'
import type { NotifyDeps } from '../notify/public.ts'

/** What filling many needs. */
export type BatchDeps = Pick<AppDeps, 'db' | 'store' | 'filler' | 'bus' | 'clock' | 'queue'> & NotifyDeps

/** Name of the job that goes on with one batch; its payload is `{ id }`. */
export const batchJob = 'template_batch'
