import type { CertificateDetails } from '@foja/contracts/signers'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useSigningTexts } from '../texts/signing.ts'
import { Field } from '../../../ui/field.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { checkCertificateFiles, type FilesProblem } from '../check-certificate-files.ts'
import { keySources, type KeySource as Source } from '../sign-draft.ts'
import { CertificateCard } from './certificate-card.tsx'

const KeyFiles = lazyPart(async () => (await import('./key-files.tsx')).KeyFiles)

type Props = {
  source: Source
  onSource: (source: Source) => void
  /** The stored certificate, if any. */
  certificate: CertificateDetails | null
  onChange: () => void
  files: readonly File[]
  filesError: FilesProblem | null
  onFiles: (files: File[]) => void
  /** Only the key, with a button for the other sources: the sheet of phones. */
  short?: boolean
  onMore?: () => void
}

/** Choice of the key source, with its consequences. */
export function KeySource(props: Props) {
  const { source, onSource, certificate, onChange, files, filesError, onFiles, short = false, onMore } = props
  const signing = useSigningTexts()
  const name = source === 'stored' ? certificate?.nombre : files.map((file) => file.name).join(', ')
  const chosen = source !== 'stored' && checkCertificateFiles(files) === null && filesError === null
  // Web Crypto exists only on https and localhost.
  const offered = keySources.filter((value) => value !== 'browser' || window.isSecureContext)
  return (
    <div className="flex flex-col gap-3">
      {short ? (
        <div className="flex items-center justify-between gap-3">
          <p className="min-w-0 text-small text-ink-muted">
            {name !== undefined && name !== '' && (
              <strong className="block truncate font-semibold text-ink">{name}</strong>
            )}
            {signing.sources[source]}
          </p>
          <button type="button" onClick={onMore} className="touch-target text-small font-medium text-gold-ink">
            {signing.change}
          </button>
        </div>
      ) : (
        <Field label={signing.source} group hint={signing.sourceHints[source]}>
          <SegmentedControl
            block
            value={source}
            onValueChange={(next) => {
              onFiles([])
              onSource(next)
            }}
            options={offered.map((value) => ({ value, label: signing.sources[value] }))}
          />
        </Field>
      )}
      {short && chosen ? null : source !== 'stored' ? (
        <KeyFiles
          fallback={<SkeletonList rows={1} className="-mx-5" />}
          files={files}
          error={filesError}
          onFiles={onFiles}
          short={short}
        />
      ) : certificate === null || short ? null : (
        <div>
          <div className="mb-1.5 flex items-baseline justify-between text-small font-medium">
            <h2>{signing.certificate}</h2>
            <button type="button" onClick={onChange} className="touch-target text-gold-ink">
              {signing.change}
            </button>
          </div>
          <CertificateCard certificate={certificate} onChange={onChange} />
        </div>
      )}
    </div>
  )
}
