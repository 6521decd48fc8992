import { Worker } from 'node:worker_threads'
import { PdfError } from './errors.ts'
import type { PdfSource, WorkerAnswer } from './worker-protocol.ts'

export type PoolOptions = {
  script: URL
  workerData: object
  threads: number
  maxQueue: number
  taskTimeoutMs: number
  /** Memory limit of a thread's objects, in MiB, without the engine and buffers. */
  maxObjectsMb: number
}

/** Tasks of a pool of threads: those that run, and those that wait for a thread. */
export type PoolLoad = { running: number; waiting: number }

export type WorkerPool<Task, Value> = {
  /** Starts the first thread, so that the first task finds it warm. */
  start: () => Promise<void>
  /** `ahead`: true until a caller waits for the result. */
  run: (task: Task, options?: { ahead?: () => boolean }) => Promise<Value>
  load: () => PoolLoad
  close: () => Promise<void>
}

type Job<Task, Value> = {
  task: Task
  ahead: () => boolean
  resolve: (value: Value) => void
  reject: (error: PdfError) => void
}
type Slot<Task, Value> = {
  worker: Worker
  ready: boolean
  job: Job<Task, Value> | null
  timer: NodeJS.Timeout | null
  ended: boolean
  /** The last file, which the thread may still have open, and when it was used. */
  path: string | null
  used: number
}

/** After this many consecutive deaths before ready, waiting tasks fail. */
const maxFailedStarts = 3
/** Idle threads are ended after this time: each holds 40 to 60 MB. */
const retireAfterMs = 120_000

const isWanted = ({ ahead }: { ahead: () => boolean }): boolean => !ahead()

/**
 * Threads that run one task each, with a bounded queue, and a time limit that starts when a task reaches its thread. A
 * thread over its limit is ended and replaced. Threads start on demand and end when they are idle; idle ones do not keep
 * the process alive.
 *
 * Tasks ahead take no place from the others: they run after them and leave them one thread, and a new one replaces the
 * oldest when too many wait.
 */
export function createWorkerPool<Task extends { source: PdfSource }, Value>(
  options: PoolOptions,
): WorkerPool<Task, Value> {
  type OwnSlot = Slot<Task, Value>
  type OwnJob = Job<Task, Value>
  const slots = new Set<OwnSlot>()
  const queue: OwnJob[] = []
  let closed = false
  let failedStarts = 0
  let announce: (() => void)[] = []

  function startSlot(): void {
    const worker = new Worker(options.script, {
      workerData: options.workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.maxObjectsMb },
    })
    const slot: OwnSlot = { worker, ready: false, job: null, timer: null, ended: false, path: null, used: 0 }
    slots.add(slot)
    if (queue.length === 0) worker.unref()
    worker.on('message', (message: 'ready' | WorkerAnswer<Value>) => {
      if (message === 'ready') becomeReady(slot)
      else finish(slot, message)
    })
    worker.on('error', (error) => lose(slot, error))
    worker.on('exit', () => lose(slot, new Error('the thread ended')))
  }

  function becomeReady(slot: OwnSlot): void {
    failedStarts = 0
    slot.ready = true
    retireLater(slot)
    for (const tell of announce.splice(0)) tell()
    pump()
  }

  function finish(slot: OwnSlot, answer: WorkerAnswer<Value>): void {
    const job = release(slot)
    retireLater(slot)
    if (answer.ok) job?.resolve(answer.value)
    else job?.reject(new PdfError(answer.error.code, answer.error.message, { detail: answer.error.detail }))
    pump()
  }

  function release(slot: OwnSlot): OwnJob | null {
    const { job, timer } = slot
    if (timer !== null) clearTimeout(timer)
    slot.timer = null
    slot.job = null
    slot.worker.unref()
    return job
  }

  function retireLater(slot: OwnSlot): void {
    slot.timer = setTimeout(discard, retireAfterMs, slot).unref()
  }

  /** The thread's later exit event is ignored: its slot is free. */
  function discard(slot: OwnSlot): void {
    slot.ended = true
    slots.delete(slot)
    void slot.worker.terminate()
  }

  function lose(slot: OwnSlot, cause: unknown): void {
    if (slot.ended) return
    slot.ended = true
    slots.delete(slot)
    if (!slot.ready) failedStarts++
    const outOfMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    const code = outOfMemory ? 'render_memory' : 'render_failed'
    release(slot)?.reject(new PdfError(code, 'The thread stopped at this document', { cause }))
    if (closed) return
    if (failedStarts >= maxFailedStarts) {
      failedStarts = 0
      for (const tell of announce.splice(0)) tell()
      for (const job of queue.splice(0))
        job.reject(new PdfError('render_failed', 'The threads do not start', { cause }))
      return
    }
    replace()
  }

  function replace(): void {
    if (slots.size === 0) startSlot()
    pump()
  }

  function expire(slot: OwnSlot): void {
    release(slot)?.reject(new PdfError('render_timeout', `The task took more than ${options.taskTimeoutMs} ms`))
    discard(slot)
    replace()
  }

  /** Prefers the thread that has the file open, else the least recently used one. */
  function assign(job: OwnJob, idle: OwnSlot[]): void {
    const path = job.task.source instanceof Uint8Array ? null : job.task.source.path
    const same = idle.find((slot) => path !== null && slot.path === path)
    const slot = same ?? idle.reduce((oldest, other) => (other.used < oldest.used ? other : oldest))
    if (slot.timer !== null) clearTimeout(slot.timer)
    slot.path = path
    slot.used = performance.now()
    slot.job = job
    slot.worker.ref()
    slot.timer = setTimeout(expire, options.taskTimeoutMs, slot)
    slot.worker.postMessage(job.task, [])
  }

  /** Waiting tasks that may run now, in their order. */
  function runnable(): OwnJob[] {
    const wanted = queue.filter(isWanted)
    const ahead = queue.filter((job) => !isWanted(job))
    const running = [...slots].filter(({ job }) => job !== null && !isWanted(job)).length
    return [...wanted, ...ahead.slice(0, Math.max(0, Math.max(1, options.threads - 1) - running))]
  }

  function pump(): void {
    for (const job of runnable()) {
      const idle = [...slots].filter((slot) => slot.ready && slot.job === null)
      if (idle.length === 0) break
      remove(job)
      assign(job, idle)
    }
    const starting = [...slots].filter((slot) => !slot.ready)
    for (const slot of starting) if (queue.length > 0) slot.worker.ref()
    if (runnable().length > starting.length && slots.size < options.threads) startSlot()
  }

  const remove = (job: OwnJob): void => void queue.splice(queue.indexOf(job), 1)

  /** When too many wait: refuses the new task, or drops the oldest of those ahead for another one ahead. */
  function enqueue(job: OwnJob): void {
    const rivals = queue.filter((other) => isWanted(other) === isWanted(job))
    const dropped = rivals.length < options.maxQueue ? undefined : isWanted(job) ? job : rivals[0]
    if (dropped !== job) queue.push(job)
    if (dropped === undefined) return pump()
    if (dropped !== job) remove(dropped)
    dropped.reject(new PdfError('render_busy', 'Too many tasks are waiting; try again shortly'))
  }

  return {
    start: () =>
      new Promise((resolve) => {
        announce.push(resolve)
        if (slots.size === 0) startSlot()
      }),
    run: (task, { ahead = () => false } = {}) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new PdfError('render_failed', 'The threads have been ended'))
        return enqueue({ task, ahead, resolve, reject })
      }),
    load: () => ({ running: [...slots].filter(({ job }) => job !== null).length, waiting: queue.length }),
    close: async () => {
      closed = true
      for (const tell of announce.splice(0)) tell()
      for (const job of queue.splice(0)) job.reject(new PdfError('render_failed', 'The threads have been ended'))
      await Promise.all([...slots].map((slot) => slot.worker.terminate()))
    },
  }
}
