import type { EnqueueOptions, Job, JobHandler, Queue, QueueLogger } from '@foja/jobs/queue'
import { currentCause, runForJob } from '@foja/jobs/request-scope'
import { randomUUID } from 'node:crypto'

type Held = { id: string; name: string; payload: object; options: EnqueueOptions; request: string | null }

/** A queue whose jobs wait until the test runs them. */
export type HeldQueue = Queue & {
  /** Log of the jobs; none at first. */
  log: QueueLogger
  /** Waiting jobs, oldest first. */
  waiting: (name?: string) => readonly Held[]
  /** Runs every job that is due at `now`, including jobs these add; returns their number. */
  run: (now?: Date) => Promise<number>
}

const quiet = () => {}

export function createHeldQueue(): HeldQueue {
  const handlers = new Map<string, JobHandler>()
  let held: Held[] = []
  const named = (name: string | undefined) => held.filter((job) => name === undefined || job.name === name)
  const isDue = ({ name, options }: Held, now: Date) =>
    handlers.has(name) && (options.startAfter === undefined || options.startAfter <= now)
  return {
    log: { info: quiet, warn: quiet, error: quiet },
    enqueue: (name, payload, options = {}) => {
      const known = options.singletonKey !== undefined
      if (known && named(name).some((job) => job.options.singletonKey === options.singletonKey)) {
        return Promise.resolve(null)
      }
      // The payload as a database returns it.
      const plain = JSON.parse(JSON.stringify(payload)) as object
      const job = { id: randomUUID(), name, payload: plain, options, request: currentCause().request }
      held.push(job)
      return Promise.resolve(job.id)
    },
    work: async (name, handler) => void handlers.set(name, handler),
    every: async (name, _seconds, handler) => void handlers.set(name, handler),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    ping: () => Promise.resolve(),
    counts: () => Promise.resolve([]),
    failed: () => Promise.resolve([]),
    retry: () => Promise.resolve(null),
    discard: () => Promise.resolve(null),
    waiting: (name) => named(name),
    async run(now = new Date()) {
      let ran = 0
      for (;;) {
        const next = held.find((job) => isDue(job, now))
        if (next === undefined) return ran
        held = held.filter((job) => job !== next)
        const job: Job = { id: next.id, payload: next.payload, signal: new AbortController().signal, log: this.log }
        await runForJob(next, next.request, () => handlers.get(next.name)!(job))
        ran += 1
      }
    },
  }
}
