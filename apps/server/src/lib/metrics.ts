import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { wrapTasks } from './wrap-tasks.ts'

/** Tasks of a pool of threads. */
type Load = { running: number; waiting: number }

/** Threads whose tasks can be timed. */
export type Measurable = { load: () => Load }

/** Rows of a gauge: values by their labels. */
type Reading = { labels: Record<string, string>; value: number }[]

/** The numbers of a server, in Prometheus' format. Every label has a closed set of values: never ids or addresses. */
export type Metrics = {
  /** Counts a finished request; `route` is the pattern of its path. */
  request: (labels: { method: string; route: string; status: string }, seconds: number) => void
  /** Returns `worker` with its tasks timed, from the call to the result, and its queue measured. */
  measure: <T extends Measurable>(pool: string, worker: T) => T
  /** A gauge that is read when the metrics are; one that cannot be read is left out. */
  gauge: (name: string, help: string, labels: string[], read: () => Reading | Promise<Reading>) => void
  type: string
  text: () => Promise<string>
}

/** From a cached answer to a signature that waits for an authority. */
const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const durations = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Histogram({ name: `foja_${name}_duration_seconds`, help, labelNames, buckets, registers })
  const requests = durations('http_request', 'Requests by method, route and status', ['method', 'route', 'status'])
  const tasksHelp = 'Tasks of the threads, waiting included: signing, rendering, filling'
  const tasks = durations('task', tasksHelp, ['pool', 'task', 'outcome'])
  const pools = new Map<string, () => Load>()

  async function timed<T>(pool: string, task: string, work: () => Promise<T>): Promise<T> {
    const end = tasks.startTimer({ pool, task })
    try {
      const result = await work()
      end({ outcome: 'done' })
      return result
    } catch (error) {
      end({ outcome: 'failed' })
      throw error
    }
  }

  const gauge: Metrics['gauge'] = (name, help, labelNames, read) => {
    const made = new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const rows = await Promise.resolve()
          .then(read)
          .catch((): Reading => [])
        this.reset()
        for (const { labels, value } of rows) this.set(labels, value)
      },
    })
    // A new gauge reports a zero, which was not measured.
    made.reset()
  }
  gauge('foja_tasks', 'Tasks of the threads that run or wait now', ['pool', 'state'], () =>
    Array.from(pools, ([pool, load]) =>
      Object.entries(load()).map(([state, value]) => ({ labels: { pool, state }, value })),
    ).flat(),
  )

  return {
    request: (labels, seconds) => requests.observe(labels, seconds),
    measure(pool, worker) {
      pools.set(pool, worker.load)
      return wrapTasks(worker, (task, work) => timed(pool, task, work))
    },
    gauge,
    type: registry.contentType,
    text: () => registry.metrics(),
  }
}
