/** By URL of a failed module: its number of failures, and the pending or successful attempt. */
const attempts = new Map<string, { failures: number; coming?: Promise<unknown> }>()

/** Chromium and Firefox include the URL in the message; WebKit does not. */
const addressIn = (error: unknown) =>
  error instanceof TypeError ? /\bhttps?:\S+\.js\b/.exec(error.message)?.[0] : undefined

/** A query string makes a new URL for the same file: browsers remember failures by URL. */
const fetchUnder = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)

/**
 * Like `import()`, but retries a module whose last load failed. The build wraps every `import()` of the source in it
 * (build/retry-imports.ts).
 */
export async function importWithRetry<M>(load: () => Promise<M>, fetchAs = fetchUnder): Promise<M> {
  try {
    return await load()
  } catch (error) {
    const address = addressIn(error)
    if (address === undefined) throw error
    const known = attempts.get(address)
    if (known === undefined) {
      attempts.set(address, { failures: 1 })
      throw error
    }
    known.coming ??= fetchAs(`${address}?again=${known.failures}`).catch((failure: unknown) => {
      attempts.set(address, { failures: known.failures + 1 })
      throw failure
    })
    return (await known.coming) as M
  }
}
