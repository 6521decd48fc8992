import type { DocumentDetails } from '@foja/contracts/documents'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { useMySignatureTexts } from '../texts/my-signature.ts'
import { useSignFailureTexts } from '../texts/sign-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { extendDocument, settingsQuery } from '../api/signing.ts'
import { newKey } from '../attempt.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'
import { ErrorAlert } from '../../../shared/error-alert.tsx'

/** Adds validation data for long-term verification; using it again years later renews it. */
export function Strengthen({ document }: { document: Pick<DocumentDetails, 'id_documento' | 'sha256'> }) {
  const mySignature = useMySignatureTexts()
  const signFailure = useSignFailureTexts()
  const queries = useQueryClient()
  const settings = useQuery(settingsQuery)
  const [key] = useState(newKey)
  const { id_documento, sha256 } = document
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => extendDocument({ id_documento, sha256, level: 'B-LTA' }, `${key}-${sha256.slice(0, 16)}`),
    onSuccess: async () => {
      await invalidate(queries, queryKeys.document(id_documento), queryKeys.verification(id_documento))
      toast.success(mySignature.strengthened)
    },
  })
  // Without a timestamp authority there is nothing to add.
  if ((settings.data?.tsa_url ?? null) === null) return null
  return (
    <div className="flex flex-col gap-2" data-print="hide">
      <ErrorAlert error={error} title={signFailure.failedTitle} />
      <Button block icon={<Archive />} loading={isPending} onClick={() => mutate()}>
        {mySignature.strengthen}
      </Button>
      <p className="text-small text-pretty text-ink-muted">{mySignature.strengthenText}</p>
    </div>
  )
}
