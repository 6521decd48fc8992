import type { DocumentDetails } from '@foja/contracts/documents'
import { Download, Eye } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { useVerdictTexts } from '../../../shared/texts/verdict.ts'
import { useDownload } from '../../../shared/use-download.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

type Props = {
  document: DocumentDetails
  /** The version on the screen. */
  seen: number
  onSee: (version: number) => void
}

/** All versions, newest first. */
export function VersionsPanel({ document, seen, onSee }: Props) {
  const documents = useDocumentsTexts()
  const verdict = useVerdictTexts()
  const { relative, bytes } = useFormat()
  const download = useDownload()
  const newest = document.versions.toSorted((a, b) => b.version - a.version)
  return (
    <ul className="flex flex-col divide-y divide-line">
      {newest.map((version) => (
        <li key={version.version} className="flex items-start gap-3 py-3 first:pt-0">
          <div className="min-w-0 flex-1">
            <p className="flex items-center gap-2 font-medium">
              <span className="first-letter:uppercase">{documents.version(version.version)}</span>
              {version.version === document.version && (
                <Badge size="sm" variant="primary">
                  {documents.current}
                </Badge>
              )}
              {version.version === seen && newest.length > 1 && (
                <span aria-hidden className="text-small font-normal text-ink-muted">
                  {documents.seeing}
                </span>
              )}
            </p>
            <p className="text-small text-ink-muted">
              {documents.origins[version.origin]} {documents.by(version.created_by.nombre)} ·{' '}
              {relative(version.created_at)} · {bytes(version.size)}
            </p>
            <p className="mt-1 flex items-center gap-1 text-meta text-ink-muted">
              {verdict.sha256}
              <span className="code" title={version.sha256}>
                {version.sha256.slice(0, 8)}…{version.sha256.slice(-8)}
              </span>
              <CopyButton text={version.sha256} label={verdict.copySha256} />
            </p>
          </div>
          {version.version === seen ? (
            <span className="sr-only">{documents.seeing}</span>
          ) : (
            <IconButton label={documents.seeVersion(version.version)} onClick={() => onSee(version.version)}>
              <Eye />
            </IconButton>
          )}
          {document.actions.includes('download') && (
            <IconButton
              label={documents.downloadVersion(version.version)}
              onClick={() => download.mutate({ ...document, version: version.version })}
            >
              <Download />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}
