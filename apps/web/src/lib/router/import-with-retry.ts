/** By the address of a module that did not come: how often that was, and the attempt that is under way or succeeded. */
const attempts = new Map<string, { failures: number; coming?: Promise<unknown> }>()

/** The address is in what Chromium and Firefox say; WebKit does not tell. */
const addressIn = (error: unknown) =>
  error instanceof TypeError ? /\bhttps?:\S+\.js\b/.exec(error.message)?.[0] : undefined

/** A name of its own for the same file: what a browser remembers is the address. */
const fetchUnder = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)

/**
 * Imports a module as `import()` does, but asks for it again when it did not come the last time. The build puts this
 * round every `import()` of the source (build/retry-imports.ts).
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
