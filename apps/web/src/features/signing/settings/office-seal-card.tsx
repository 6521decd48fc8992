import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import { SkeletonForm } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { deleteSeal, sendSeal } from '../api/change-office-seal.ts'
import { officeSealQuery } from '../api/office-seal.ts'
import { CertificateCard } from '../components/certificate-card.tsx'
import { UploadCertificate } from '../components/upload-certificate.tsx'
import { useOfficeSealTexts } from '../texts/office-seal.ts'

/** The certificate with which the office seals simple signatures: whose it is, until when, replace and remove. */
export function OfficeSealCard() {
  const seal = useOfficeSealTexts()
  const { data, isLoadingError, error, refetch } = useQuery(officeSealQuery)
  const [uploads, setUploads] = useState(false)
  const may = data?.may_change === true
  return (
    <Card>
      <CardHeader title={seal.title} />
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonForm fields={2} />
      ) : (
        <CardBody className="flex flex-col gap-4">
          <p className="text-ink-muted">{seal.text}</p>
          {data.certificate === null ? (
            <p>{may ? seal.none : seal.noneAsk}</p>
          ) : (
            <CertificateCard certificate={data.certificate} {...(may ? { onChange: () => setUploads(true) } : {})} />
          )}
          {uploads ? (
            <UploadCertificate
              target={{ send: sendSeal, renews: [queryKeys.officeSeal()], words: seal.upload }}
              onDone={() => setUploads(false)}
              onCancel={() => setUploads(false)}
            />
          ) : (
            may && (
              <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
                {data.certificate !== null && <RemoveSeal />}
                <Button onClick={() => setUploads(true)}>
                  {data.certificate === null ? seal.choose : seal.replace}
                </Button>
              </div>
            )
          )}
        </CardBody>
      )}
    </Card>
  )
}

function RemoveSeal() {
  const seal = useOfficeSealTexts()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useToastMutation({
    mutationFn: deleteSeal,
    onSuccess: async () => {
      setAsking(false)
      await queries.invalidateQueries(officeSealQuery)
      toast.success(seal.removed)
    },
  })
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        {seal.remove}
      </Button>
      <ConfirmModal
        variant="danger"
        open={asking}
        busy={isPending}
        title={seal.removeTitle}
        description={seal.removeText}
        confirm={seal.removeConfirm}
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
