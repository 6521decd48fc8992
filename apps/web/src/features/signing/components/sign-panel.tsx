import type { DocumentDetails } from '@foja/contracts/documents'
import type { CertificateDetails } from '@foja/contracts/signers'
import type { AppearanceKind } from '@foja/contracts/signing'
import { useQuery } from '@tanstack/react-query'
import { Lock, Signature, ShieldCheck, SlidersHorizontal, SquareMousePointer } from 'lucide-react'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { problemOf } from '../../../lib/call.ts'
import { LoadFailed } from '../../../domain/load-failed.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { signerQuery } from '../api/signer.ts'
import { appearances } from '../appearances.ts'
import type { Signing } from '../use-signing.ts'
import { CertificateCard } from './certificate-card.tsx'

/** Whoever has a certificate seldom needs the form that stores one. */
const UploadCertificate = lazy(async () => ({ default: (await import('./upload-certificate.tsx')).UploadCertificate }))

type Props = { document: DocumentDetails; signing: Signing; onPlace: () => void }

/** Everything that a signature needs, beside the page where it goes. */
export function SignPanel({ document, signing: state, onPlace }: Props) {
  const { signing } = useTexts()
  const signer = useQuery(signerQuery)
  const [changing, setChanging] = useState(false)
  if (!document.actions.includes('sign')) {
    return (
      <div className="p-5">
        <Alert variant="info">{signing.notAllowed}</Alert>
      </div>
    )
  }
  if (signer.isError) return <LoadFailed error={signer.error} onRetry={() => void signer.refetch()} level={3} />
  if (signer.data === undefined) return <SkeletonList rows={4} />
  const { certificate, has_image: hasImage } = signer.data
  if (certificate === null || changing) {
    return (
      <div className="flex-1 overflow-y-auto p-5 max-md:p-4">
        <h2 className="mb-1 text-section font-semibold">{signing.uploadTitle}</h2>
        <Suspense fallback={<SkeletonList rows={3} className="-mx-5" />}>
          <UploadCertificate
            onDone={() => setChanging(false)}
            {...(certificate === null ? {} : { onCancel: () => setChanging(false) })}
          />
        </Suspense>
      </div>
    )
  }
  return (
    <SignForm
      document={document}
      state={state}
      certificate={certificate}
      hasImage={hasImage}
      onPlace={onPlace}
      onChange={() => setChanging(true)}
    />
  )
}

type FormProps = {
  document: DocumentDetails
  state: Signing
  certificate: CertificateDetails
  hasImage: boolean
  onPlace: () => void
  onChange: () => void
}

function SignForm({ document, state, certificate, hasImage, onPlace, onChange }: FormProps) {
  const { signing } = useTexts()
  const phone = useMedia(phoneQuery)
  const [more, setMore] = useState(false)
  const kinds: readonly AppearanceKind[] = appearances.filter((kind) => kind !== 'image' || hasImage)
  const visible = state.draft.appearance !== 'invisible'
  const blocked = certificate.problems.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    state.submit()
  }
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-5 max-md:gap-3 max-md:px-4 max-md:pt-3 max-md:pb-1">
        <div>
          <div className="mb-1.5 flex items-baseline justify-between text-small font-medium">
            <h2>{signing.certificate}</h2>
            <button type="button" onClick={onChange} className="touch-target text-gold-ink">
              {signing.change}
            </button>
          </div>
          <CertificateCard certificate={certificate} onChange={onChange} />
        </div>
        {(!phone || more) && <Options state={state} kinds={kinds} />}
        {visible && state.placement.placed === null && (
          <div className="flex flex-col gap-2">
            <p className={state.placeError ? 'text-small text-error-ink' : 'text-small text-ink-muted'} role="status">
              {signing.placeFirst}
            </p>
            <Button icon={<SquareMousePointer />} onClick={onPlace} block>
              {signing.placeHere}
            </Button>
          </div>
        )}
        <Field label={signing.passphrase} hint={phone ? undefined : signing.passphraseHint} error={state.passwordError}>
          <PasswordInput
            size="lg"
            icon={<Lock />}
            autoComplete="off"
            value={state.password}
            disabled={blocked}
            onChange={(event) => state.setPassword(event.target.value)}
          />
        </Field>
        <Failure state={state} />
      </div>
      <div className="border-t border-line p-5 max-md:border-0 max-md:px-4 max-md:py-3">
        <div className="flex gap-2">
          {phone && (
            <IconButton
              label={more ? signing.less : signing.more}
              variant="secondary"
              size="lg"
              tooltip={false}
              aria-expanded={more}
              onClick={() => setMore(!more)}
            >
              <SlidersHorizontal />
            </IconButton>
          )}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            icon={<Signature />}
            loading={state.busy}
            disabled={blocked}
            className="min-w-0 shrink!"
          >
            {state.busy ? signing.signingNow : signing.signButton}
          </Button>
        </div>
        {document.signatures.count > 0 && (
          <p className="mt-2.5 flex items-center justify-center gap-2 text-center text-small text-ink-muted max-md:hidden">
            <ShieldCheck aria-hidden className="size-4" /> {signing.keepsOthers(document.signatures.count)}
          </p>
        )}
      </div>
    </form>
  )
}

function Options({ state, kinds }: { state: Signing; kinds: readonly AppearanceKind[] }) {
  const { signing } = useTexts()
  const { draft, change } = state
  return (
    <>
      <Field
        label={signing.appearance}
        group
        hint={draft.appearance === 'invisible' ? signing.invisibleHint : undefined}
      >
        <SegmentedControl
          block
          value={kinds.includes(draft.appearance) ? draft.appearance : 'qr'}
          onValueChange={(appearance) => change({ appearance })}
          options={kinds.map((kind) => ({ value: kind, label: signing.appearances[kind] }))}
        />
      </Field>
      <div className="grid grid-cols-[3fr_2fr] gap-2">
        <Field label={signing.reason}>
          <Input
            maxLength={200}
            placeholder={signing.reasonPlaceholder}
            value={draft.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </Field>
        <Field label={signing.location}>
          <Input
            maxLength={120}
            value={draft.location}
            onChange={(event) => change({ location: event.target.value })}
          />
        </Field>
      </div>
    </>
  )
}

function Failure({ state }: { state: Signing }) {
  const { signing } = useTexts()
  const problem = problemOf(state.error)
  if (state.error === null || problem?.code === 'p12_wrong_passphrase') return null
  if (problem?.code === 'stale_document') {
    return (
      <Alert
        variant="warning"
        title={signing.staleTitle}
        action={
          <Button size="sm" onClick={() => void state.reload()}>
            {signing.seeNew}
          </Button>
        }
      >
        {signing.staleText}
      </Alert>
    )
  }
  return (
    <Alert variant="error" title={problem?.title ?? signing.failedTitle}>
      {problem?.detail ?? signing.unanswered}
    </Alert>
  )
}
