import type { CertificateDetails } from '@foja/contracts/signers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Files, Settings2, Signature } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useMySignatureTexts } from '../texts/my-signature.ts'
import { useSigningTexts } from '../texts/signing.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Facts } from '../../../ui/details.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { textLink } from '../../../ui/link.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SkeletonForm } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { deleteSigner } from '../api/send-signer.ts'
import { signerQuery } from '../api/signer.ts'
import { CertificateCard } from './certificate-card.tsx'
import { SignatureImage } from './signature-image.tsx'
import { UploadCertificate } from './upload-certificate.tsx'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

/** /firma: the user's certificate and the appearance of the signature. */
export function SignerPage({ mayTrust }: { mayTrust: boolean }) {
  const mySignature = useMySignatureTexts()
  const { data, isLoadingError, isRefetchError, error, refetch } = useQuery(signerQuery)
  const [replacing, setReplacing] = useState(false)
  // Its button is the gold one.
  const uploads = data !== undefined && (data.certificate === null || replacing)
  return (
    <div className="max-w-180">
      <PageHeader
        title={mySignature.pageTitle}
        note={mySignature.pageText}
        actions={
          <>
            <Button asChild icon={<Settings2 />}>
              <AppLink to={paths.signingSettings()}>{mySignature.settings}</AppLink>
            </Button>
            <Button asChild icon={<Files />}>
              <AppLink to={paths.batch()}>{mySignature.batch}</AppLink>
            </Button>
            <Button asChild variant={uploads ? 'secondary' : 'primary'} icon={<Signature />}>
              <AppLink to={paths.sign()}>{mySignature.signPdf}</AppLink>
            </Button>
          </>
        }
      />
      {isLoadingError ? (
        <Card>
          <LoadFailed error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data === undefined ? (
        <Card>
          <SkeletonForm fields={4} />
        </Card>
      ) : (
        <div className="flex flex-col gap-4">
          {isRefetchError && <Stale className="" onRetry={() => void refetch()} />}
          {data.certificate === null || uploads ? (
            <Card>
              {data.certificate === null && (
                <EmptyState icon={<Signature />} tone="primary" title={mySignature.emptyTitle} className="pt-8! pb-0!">
                  {mySignature.emptyText}
                </EmptyState>
              )}
              <CardBody className="mx-auto max-w-112">
                <UploadCertificate
                  onDone={() => setReplacing(false)}
                  {...(data.certificate === null ? {} : { onCancel: () => setReplacing(false) })}
                />
              </CardBody>
            </Card>
          ) : (
            <CertificateDetailsCard
              certificate={data.certificate}
              mayTrust={mayTrust}
              onReplace={() => setReplacing(true)}
            />
          )}
          {data.certificate !== null && <SignatureImage hasImage={data.has_image} />}
        </div>
      )}
    </div>
  )
}

/** Says how to trust the issuer of the certificate: admins can do it here, other users ask. */
function Untrusted({ mayTrust }: { mayTrust: boolean }) {
  const mySignature = useMySignatureTexts()
  if (!mayTrust) return <p className="text-small text-ink-muted">{mySignature.untrustedAsk}</p>
  return (
    <p className="text-small text-ink-muted">
      {mySignature.untrustedText}{' '}
      <AppLink to={paths.trustAnchors()} className={textLink}>
        {mySignature.untrustedLink}
      </AppLink>
    </p>
  )
}

type Props = { certificate: CertificateDetails; mayTrust: boolean; onReplace: () => void }

function CertificateDetailsCard({ certificate, mayTrust, onReplace }: Props) {
  const mySignature = useMySignatureTexts()
  const signing = useSigningTexts()
  const { date } = useFormat()
  const { facts } = mySignature
  return (
    <Card>
      <CardHeader
        title={signing.certificate}
        action={
          <Badge variant={certificate.trusted ? 'success' : 'warning'} dot>
            {certificate.trusted ? mySignature.trusted : mySignature.untrusted}
          </Badge>
        }
      />
      <CardBody className="flex flex-col gap-4">
        <CertificateCard certificate={certificate} onChange={onReplace} />
        {!certificate.trusted && <Untrusted mayTrust={mayTrust} />}
        <Facts
          items={[
            { label: facts.holder, value: certificate.nombre },
            ...(certificate.identificacion === null
              ? []
              : [{ label: facts.identification, value: certificate.identificacion, code: true }]),
            ...(certificate.organizacion === null
              ? []
              : [{ label: facts.organization, value: certificate.organizacion }]),
            { label: facts.issuer, value: certificate.issuer },
            { label: facts.from, value: date(certificate.not_before) },
            { label: facts.to, value: date(certificate.not_after) },
            { label: facts.key, value: certificate.key_type },
            { label: facts.serial, value: certificate.serial, code: true },
            {
              label: facts.fingerprint,
              value: (
                <span className="inline-flex items-center gap-1">
                  {certificate.fingerprint}
                  <CopyButton text={certificate.fingerprint} label={mySignature.copyFingerprint} />
                </span>
              ),
              code: true,
            },
          ]}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <RemoveSigner />
          <Button onClick={onReplace}>{mySignature.replace}</Button>
        </div>
      </CardBody>
    </Card>
  )
}

function RemoveSigner() {
  const mySignature = useMySignatureTexts()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useToastMutation({
    mutationFn: deleteSigner,
    onSuccess: async () => {
      setAsking(false)
      queries.removeQueries({ queryKey: queryKeys.preflight() })
      await queries.invalidateQueries(signerQuery)
      toast.success(mySignature.removed)
    },
  })
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        {mySignature.remove}
      </Button>
      <ConfirmModal
        variant="danger"
        open={asking}
        busy={isPending}
        title={mySignature.removeTitle}
        description={mySignature.removeText}
        confirm={mySignature.remove}
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
