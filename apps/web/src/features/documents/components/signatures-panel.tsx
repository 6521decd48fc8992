import type { DocumentDetails } from '@foja/contracts/documents'
import type { SignatureReport } from '@foja/contracts/verification'
import { useQuery } from '@tanstack/react-query'
import { ShieldOff, FileCheck2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { useVerdictTexts } from '../../../shared/texts/verdict.ts'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { storyOf } from '../../../shared/describe-verification.ts'
import { VerdictList } from '../../../shared/verdict-list.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { verificationQuery } from '../api/verification.ts'
import { fetchEvidence } from '../api/evidence.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { Button } from '../../../ui/button.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

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
  const verdict = useVerdictTexts()
  const format = useFormat()
  const isPdf = document.paginas !== null
  const { data, isLoadingError, isRefetchError, error, refetch } = useQuery({
    ...verificationQuery(document.id_documento, document.sha256),
    enabled: isPdf,
  })
  if (!isPdf) {
    return (
      <EmptyState icon={<ShieldOff />} title={documents.noSignatures} level={3} className="px-0!">
        {documents.notPdfText}
      </EmptyState>
    )
  }
  if (isLoadingError) return <LoadFailed error={error} onRetry={() => void refetch()} level={3} />
  if (data === undefined) return <SkeletonList rows={2} className="-mx-5" />
  if (data.summary === 'unsigned') {
    return (
      <>
        <EmptyState icon={<ShieldOff />} title={documents.noSignatures} level={3} className="px-0!">
          {documents.noSignaturesText}
        </EmptyState>
        <EvidenceButton document={document} />
      </>
    )
  }
  const { heading, certain, rest } = storyOf(data, { texts: verdict, format })
  return (
    <div className="flex flex-col gap-3">
      {isRefetchError && <Stale className="" onRetry={() => void refetch()} />}
      <div>
        <h2 className="text-section font-semibold">{heading}</h2>
        <p className="text-small text-pretty text-ink-muted">{`${certain} ${rest}`.trim()}</p>
      </div>
      <VerdictList verification={data} repair={repair} />
      {actions}
      <EvidenceButton document={document} />
      <p className="text-meta text-ink-muted">{verdict.checkedAt(format.relative(data.checked_at))}</p>
    </div>
  )
}
