import type { DocumentDetails } from '@foja/contracts/documents'
import type { SignatureReport } from '@foja/contracts/verification'
import { useQuery } from '@tanstack/react-query'
import { ShieldOff, FileCheck2 } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { verificationQuery } from '../api/verification.ts'
import { fetchEvidence } from '../api/evidence.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { Button } from '../../../ui/button.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

// Not for a document without signatures.
const SignatureVerdicts = lazyPart(async () => (await import('./signature-verdicts.tsx')).SignatureVerdicts)

/** Downloads the evidence report: versions, signatures and every event. */
function EvidenceButton({ document }: { document: Pick<DocumentDetails, 'id_documento' | 'nombre'> }) {
  const documents = useDocumentsTexts()
  const { mutate, isPending } = useToastMutation({
    mutationFn: () => fetchEvidence(document.id_documento),
    onSuccess: (report) => saveBlob(report, `${documents.evidenceFile} ${document.nombre.replace(/\.pdf$/i, '')}.pdf`),
  })
  return (
    <Button block icon={<FileCheck2 />} loading={isPending} onClick={() => mutate()} data-print="hide">
      {documents.evidence}
    </Button>
  )
}

type Props = {
  document: DocumentDetails
  repair: (signature: SignatureReport) => ReactNode
  /** Further actions for a signed document. */
  actions?: ReactNode
}

/** The verification result of each signature of the newest version. */
export function SignaturesPanel({ document, repair, actions }: Props) {
  const documents = useDocumentsTexts()
  const isPdf = document.paginas !== null
  const isSigned = document.signatures.count > 0
  // While the signatures are verified.
  useEffect(() => {
    if (isSigned) SignatureVerdicts.fetchAhead()
  }, [isSigned])
  const { data, isLoadingError, isRefetchError, error, refetch } = useQuery({
    ...verificationQuery(document.id_documento, document.sha256),
    enabled: isPdf,
  })
  if (!isPdf) {
    return (
      <EmptyState icon={<ShieldOff />} title={documents.noSignatures} className="px-0!">
        {documents.notPdfText}
      </EmptyState>
    )
  }
  if (isLoadingError) return <LoadFailed error={error} onRetry={() => void refetch()} level={3} />
  if (data === undefined) return <SkeletonList rows={2} className="-mx-5" />
  if (data.summary === 'unsigned') {
    return (
      <>
        <EmptyState icon={<ShieldOff />} title={documents.noSignatures} className="px-0!">
          {documents.noSignaturesText}
        </EmptyState>
        <EvidenceButton document={document} />
      </>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {isRefetchError && <Stale className="" onRetry={() => void refetch()} />}
      <SignatureVerdicts fallback={<SkeletonList rows={2} className="-mx-5" />} verification={data} repair={repair}>
        {actions}
        <EvidenceButton document={document} />
      </SignatureVerdicts>
    </div>
  )
}
