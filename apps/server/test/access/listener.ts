import type { Caller } from '../office.ts'
import type { Asker } from './golden.ts'

/** An open live stream whose text is kept. */
export type Listener = { actor: Asker; text: () => string; close: () => void }

/** Opens the live stream of `caller`. */
export async function listenTo(caller: Caller, actor: Asker): Promise<Listener> {
  const abort = new AbortController()
  const response = await caller.call('/api/v1/live/', { signal: abort.signal })
  if (response.status !== 200) throw new Error(`the stream answered ${response.status}`)
  let text = ''
  void (async () => {
    try {
      for await (const chunk of response.body!) text += Buffer.from(chunk).toString()
    } catch {
      // Closed with its session or by the test.
    }
  })()
  return { actor, text: () => text, close: () => abort.abort() }
}
