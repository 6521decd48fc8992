import type { Document } from '@foja/contracts/documents'
import type { MediationStatus } from '@foja/contracts/states'
import { useState } from 'react'
import { useMediationTexts } from './texts/mediation.ts'
import { useDomainTexts } from '../../shared/texts/domain.ts'
import { problemOf } from '../../lib/api/call.ts'
import { toast } from '../../ui/toast-store.ts'
import { changeStatusMediation } from './api/change-status-mediation.ts'

/** Changes the mediation status of documents with the same status, one after the other. */
export function useRegister(onChanged: () => Promise<void>, onDone: () => void) {
  const mediation = useMediationTexts()
  const domain = useDomainTexts()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ stale: boolean; text: string } | null>(null)

  const save = async (documents: readonly Document[], to: MediationStatus, motivo: string) => {
    setBusy(true)
    setFailure(null)
    let current = documents[0]
    try {
      for (const document of documents) {
        current = document
        const body = { status: to, from: document.status_mediacion, ...(motivo === '' ? {} : { motivo }) }
        // In order, so that the failed document is known and the ones before it are done.
        // oxlint-disable-next-line no-await-in-loop
        await changeStatusMediation(document.id_documento, body)
      }
      await onChanged()
      const [only] = documents
      toast.success(
        documents.length === 1 && only !== undefined
          ? mediation.saved(only.nombre, domain.mediation[to])
          : domain.mediation[to],
      )
      onDone()
    } catch (error) {
      const problem = problemOf(error)
      const stale = problem?.code === 'stale_version' || problem?.code === 'transition_not_allowed'
      await onChanged()
      const what = problem?.detail ?? domain.tryAgainLater
      const where = documents.length > 1 && current !== undefined ? `${mediation.failedFor(current.nombre)}. ` : ''
      setFailure({ stale, text: stale ? mediation.stale : `${where}${what}` })
    }
    setBusy(false)
  }
  return { save, busy, failure }
}
