import type { AppDeps } from '../../deps.ts'
import type { NotifyDeps } from '../notify/public.ts'

/** Dependencies of fill batches. */
export type BatchDeps = Pick<AppDeps, 'db' | 'store' | 'engine' | 'filler' | 'bus' | 'clock' | 'queue'> & NotifyDeps

/** Name of the job that continues one batch; its payload is `{ id }`. */
export const batchJob = 'template_batch'
