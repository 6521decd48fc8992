import type { CertificateDetails } from '@foja/contracts/signers'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useSigningTexts } from '../texts/signing.ts'
import { Field } from '../../../ui/field.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import type { FilesProblem } from '../check-certificate-files.ts'
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
}

/** Choice of the key source, with its consequences. */
export function KeySource({ source, onSource, certificate, onChange, files, filesError, onFiles }: Props) {
  const signing = useSigningTexts()
  // Web Crypto exists only on https and localhost.
  const offered = keySources.filter((value) => value !== 'browser' || window.isSecureContext)
  return (
    <div className="flex flex-col gap-3">
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
      {source !== 'stored' ? (
        <Suspense fallback={<SkeletonList rows={1} className="-mx-5" />}>
          <KeyFiles files={files} error={filesError} onFiles={onFiles} />
        </Suspense>
      ) : certificate === null ? null : (
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
