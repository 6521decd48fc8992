import type { DocumentDetails } from '@foja/contracts/documents'
import { ArrowLeft } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { SignaturesBadge } from '../../../shared/signatures-badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type Props = { document: DocumentDetails | undefined; page: number; pages: number; onBack: () => void }

/** Back link, name, case file and verdict of a document. */
export function ReaderHeader({ document, page, pages, onBack }: Props) {
  const documents = useDocumentsTexts()
  const domain = useDomainTexts()
  const { plural } = useFormat()
  const { count, verdict } = document?.signatures ?? { count: 0, verdict: null }
  const signed =
    count === 0 || verdict === null
      ? domain.signed.none
      : verdict === 'invalid'
        ? domain.signed.invalid
        : plural(count, domain.signed[verdict])
  const note =
    document === undefined
      ? ''
      : [...(document.titulo === null ? [] : [document.titulo]), documents.version(document.version)].join(' · ')
  return (
    <>
      <IconButton label={documents.back} onClick={onBack} className="-ml-4 max-md:-ml-2">
        <ArrowLeft />
      </IconButton>
      <div className="min-w-0">
        {document === undefined ? (
          <Skeleton className="h-4 w-48" />
        ) : (
          <>
            <h1 className="truncate font-semibold">{document.nombre}</h1>
            <p className="truncate text-meta text-ink-muted max-md:hidden">{note}</p>
            {pages > 0 && (
              <p className="truncate text-meta text-ink-muted md:hidden">
                {documents.page(page, pages)} · {signed}
              </p>
            )}
          </>
        )}
      </div>
      {document !== undefined && document.paginas !== null && (
        <span className="ml-1 max-sm:hidden">
          <SignaturesBadge signatures={document.signatures} />
        </span>
      )}
    </>
  )
}
