/** Runs one task of a worker: `task` is the name of its method. */
type Around = (task: string, work: () => Promise<unknown>) => Promise<unknown>

/** Returns `worker` with `around` in each of its tasks. */
export function wrapTasks<T extends object>(worker: T, around: Around): T {
  const entries = Object.entries(worker as Record<string, unknown>).map(([task, work]) => {
    if (typeof work !== 'function' || task === 'load' || task === 'close') return [task, work] as const
    const run = (...input: unknown[]) =>
      around(task, async () => Reflect.apply(work, worker, input) as Promise<unknown>)
    return [task, run] as const
  })
  return Object.fromEntries(entries) as T
}
