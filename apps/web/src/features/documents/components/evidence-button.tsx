import type { DocumentDetails } from '@foja/contracts/documents'
import { useMutation } from '@tanstack/react-query'
import { FileCheck2 } from 'lucide-react'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { fetchEvidence } from '../api/evidence.ts'

/** Downloads the evidence report: versions, signatures and every event. */
export function EvidenceButton({ document }: { document: Pick<DocumentDetails, 'id_documento' | 'nombre'> }) {
  const documents = useDocumentsTexts()
  const domain = useDomainTexts()
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchEvidence(document.id_documento),
    onSuccess: (report) => saveBlob(report, `${documents.evidenceFile} ${document.nombre.replace(/\.pdf$/i, '')}.pdf`),
    onError: (error) => toast.error(problemOf(error)?.detail ?? domain.tryAgainLater),
  })
  return (
    <Button block icon={<FileCheck2 />} loading={isPending} onClick={() => mutate()} data-print="hide">
      {documents.evidence}
    </Button>
  )
}
