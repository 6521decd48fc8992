import type { BulkBody, BulkResult } from './api/solicitudes.ts'

/** A request as shown by the bulk dialogs. */
export type BulkItem = { id: string; titulo: string }

export type BulkOutcome =
  | { state: 'waiting' | 'done' }
  | { state: 'failed'; code: string | null; detail: string | null }

export type BulkOutcomes = ReadonlyMap<string, BulkOutcome>

/** Maximum number of requests per call. */
const most = 100

type Wish = BulkBody extends infer B ? (B extends BulkBody ? Omit<B, 'ids_solicitud'> : never) : never
export type BulkWish = Wish

type Run = {
  ids: readonly string[]
  wish: BulkWish
  send: (body: BulkBody) => Promise<{ results: BulkResult[] }>
  onProgress: (outcomes: BulkOutcomes) => void
}

/**
 * Sends all requests in calls of a hundred, and reports the outcomes after each call. Rejects when `send` does; the
 * reported outcomes remain valid, and the rest is not done.
 */
export async function runBulk({ ids, wish, send, onProgress }: Run): Promise<BulkOutcomes> {
  const outcomes = new Map<string, BulkOutcome>(ids.map((id) => [id, { state: 'waiting' }]))
  onProgress(new Map(outcomes))
  for (let from = 0; from < ids.length; from += most) {
    // One call at a time, because the server locks the requests that it changes.
    // oxlint-disable-next-line no-await-in-loop
    const { results } = await send({ ...wish, ids_solicitud: ids.slice(from, from + most) })
    for (const { id_solicitud, solicitud, code, detail } of results) {
      outcomes.set(id_solicitud, solicitud === null ? { state: 'failed', code, detail } : { state: 'done' })
    }
    onProgress(new Map(outcomes))
  }
  return outcomes
}

export const countOf = (outcomes: BulkOutcomes, state: BulkOutcome['state']): number =>
  [...outcomes.values()].filter((one) => one.state === state).length

/** Ids of failed requests, for a retry. */
export const notDone = (outcomes: BulkOutcomes): string[] =>
  [...outcomes].filter(([, one]) => one.state !== 'done').map(([id]) => id)
