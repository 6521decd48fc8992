import { useState } from 'react'
import type { Signable } from '../api/signable.ts'
import { placeIn, type BatchPlace } from './batch-place.ts'
import type { Outcome } from './run-batch.ts'
import { useSignMany } from './use-sign-many.ts'

const isStale = (outcome: Outcome | undefined) =>
  outcome?.state === 'failed' && outcome.problem?.code === 'stale_document'

/** State of a batch: selection, and signing what is selected. */
export function useBatch() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Signable>>(new Map())
  const [place, setPlace] = useState<BatchPlace>('last_right')
  const many = useSignMany([...chosen.values()], (_document, pages) => placeIn(place, pages))
  return {
    ...many,
    chosen,
    toggle: (document: Signable) =>
      setChosen((before) => {
        const after = new Map(before)
        if (!after.delete(document.id_documento)) after.set(document.id_documento, document)
        return after
      }),
    choose: (documents: readonly Signable[]) =>
      setChosen((before) => new Map([...before, ...documents.map((one) => [one.id_documento, one] as const)])),
    place,
    setPlace,
    again: () => {
      many.reset()
      // Changed documents must be selected again after the user has seen the change.
      const done = (id: string) => many.outcomes.get(id)?.state === 'signed' || isStale(many.outcomes.get(id))
      setChosen((before) => new Map([...before].filter(([id]) => !done(id))))
    },
  }
}

export type Batch = ReturnType<typeof useBatch>
