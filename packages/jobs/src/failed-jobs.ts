import type { FailedJob } from './queue.ts'

/** Parameters: the member of the payload with the request, and the names in use. */
export const selectFailed = `
  select id, name, data->>$1 as request, retry_count + 1 as tries, created_on as "createdAt",
    completed_on as "failedAt", output
  from pgboss.job where state = 'failed' and name = any($2::text[])
  order by completed_on desc, id limit 100`

export type FailedRow = Omit<FailedJob, 'error'> & { output: unknown }

/** pg-boss's own words for a job that it gave up. */
const givenUp: Record<string, string> = {
  'job timed out': 'job_timeout',
  'job heartbeat timeout': 'job_interrupted',
}

const codeShape = /^\w{1,60}$/

function errorOf(output: unknown): string {
  const { code, name, value } = (output ?? {}) as { code?: unknown; name?: unknown; value?: { message?: unknown } }
  const words = givenUp[String(value?.message)]
  if (words !== undefined) return words
  return ([code, name].find((one) => typeof one === 'string' && codeShape.test(one)) as string | undefined) ?? 'unknown'
}

export const failedJobOf = ({ output, ...job }: FailedRow): FailedJob => ({ ...job, error: errorOf(output) })
