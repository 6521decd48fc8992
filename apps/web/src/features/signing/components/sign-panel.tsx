import type { DocumentDetails } from '@foja/contracts/documents'
import type { CertificateDetails } from '@foja/contracts/signers'
import { useQuery } from '@tanstack/react-query'
import { SquareMousePointer } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useSigningTexts } from '../texts/signing.ts'
import { ActiveContentAlert } from '../../../shared/lazy-active-content.tsx'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { SkeletonForm } from '../../../ui/skeleton.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { preflightQuery, settingsQuery } from '../api/signing.ts'
import { signerQuery } from '../api/signer.ts'
import type { Signing } from '../use-signing.ts'
import { KeySource } from './key-source.tsx'
import type { Position } from '@foja/contracts/common'
import type { SignDraft } from '../sign-draft.ts'
import type { WaitingField } from '../waiting-fields.ts'
import { SignFailure } from './sign-failure.tsx'
import { SignFoot } from './sign-foot.tsx'
import { SignOptions } from './sign-options.tsx'
import { SignPreflight } from './sign-preflight.tsx'

type State = {
  draft: Pick<SignDraft, 'field' | 'fieldAt'>
  change: (next: { field: string; fieldAt: Position | null }) => void
}

/**
 * Selects the only waiting signature field until the user chooses otherwise. With several fields only the user knows
 * which is theirs.
 */
export function useOnlyField({ draft, change }: State, fields: readonly WaitingField[] | undefined): void {
  const only = fields?.length === 1 ? fields[0] : undefined
  const open = draft.field === null && draft.fieldAt === undefined
  useEffect(() => {
    if (open && only !== undefined) change({ field: only.name, fieldAt: only.position })
  }, [open, only, change])
}

/** Most signatures do not need it. */
const UploadCertificate = lazyPart(async () => (await import('./upload-certificate.tsx')).UploadCertificate)

type Props = { document: DocumentDetails; signing: Signing; onPlace: () => void }

/** Everything that is needed to sign, beside the page. */
export function SignPanel({ document, signing: state, onPlace }: Props) {
  const signing = useSigningTexts()
  const signer = useQuery(signerQuery)
  // Without the company's settings the level could be lower than configured.
  const settings = useQuery(settingsQuery)
  const [changing, setChanging] = useState(false)
  if (!document.actions.includes('sign')) {
    return (
      <div className="p-5">
        <Alert variant="info">{signing.notAllowed}</Alert>
      </div>
    )
  }
  const failed = signer.isLoadingError ? signer : settings.isLoadingError ? settings : null
  if (failed !== null) return <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} level={3} />
  if (signer.data === undefined || settings.data === undefined) return <SkeletonForm />
  const stale = [signer, settings].find(({ isRefetchError }) => isRefetchError)
  const { certificate, has_image: hasImage } = signer.data
  const stored = state.draft.source === 'stored'
  if (stored && (certificate === null || changing)) {
    return (
      <div className="flex-1 overflow-y-auto p-5 max-md:p-4">
        <h2 className="mb-1 text-section font-semibold">{signing.uploadTitle}</h2>
        <UploadCertificate
          fallback={<SkeletonForm fields={3} className="px-0!" />}
          onDone={() => setChanging(false)}
          {...(certificate === null ? {} : { onCancel: () => setChanging(false) })}
        />
        {certificate === null && (
          <div className="mt-5 border-t border-line pt-4">
            <p className="mb-3 text-small text-ink-muted">{signing.orWithoutStoring}</p>
            <Button block onClick={() => state.change({ source: window.isSecureContext ? 'browser' : 'once' })}>
              {signing.withoutStoring}
            </Button>
          </div>
        )}
      </div>
    )
  }
  return (
    <SignForm
      document={document}
      state={state}
      certificate={stored ? certificate : null}
      hasImage={hasImage}
      onPlace={onPlace}
      onChange={() => setChanging(true)}
      notice={stale && <Stale className="" onRetry={() => void stale.refetch()} />}
    />
  )
}

type FormProps = {
  document: DocumentDetails
  state: Signing
  /** The stored certificate; null if the key comes from a file. */
  certificate: CertificateDetails | null
  hasImage: boolean
  onPlace: () => void
  onChange: () => void
  notice: ReactNode
}

function SignForm({ document, state, certificate, hasImage, onPlace, onChange, notice }: FormProps) {
  const signing = useSigningTexts()
  const phone = useMedia(phoneQuery)
  const [more, setMore] = useState(false)
  // The document's part of the pre-flight does not depend on the key.
  const preflight = useQuery(
    preflightQuery({ ids_documento: [document.id_documento], level: state.chosen.level }, document.sha256),
  )
  const [found] = preflight.data?.documents ?? []
  useOnlyField(state, found?.fields)
  const form = useRef<HTMLFormElement>(null)
  const { busy, passwordError } = state
  useEffect(() => {
    if (!busy && passwordError !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [busy, passwordError])
  const problem = found?.problem ?? null
  const unfit = (certificate?.problems.length ?? 0) > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    state.submit()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-5 max-md:gap-3 max-md:px-4 max-md:pt-3 max-md:pb-1">
        {notice}
        {/* The content is fixed while the request runs. */}
        <fieldset disabled={busy} className="contents">
          <KeySource
            source={state.draft.source}
            onSource={(source) => state.change({ source })}
            certificate={certificate}
            onChange={onChange}
            files={state.files}
            filesError={state.filesError}
            onFiles={state.setFiles}
            short={phone && !more && !unfit}
            onMore={() => setMore(true)}
          />
          {problem !== null && (
            <Alert variant="error" title={problem.title}>
              {problem.detail}
            </Alert>
          )}
          <ActiveContentAlert kinds={found?.active_content} />
          {found?.needs_repair === true && <Alert variant="info">{signing.needsRepair}</Alert>}
          {(!phone || more) && (
            <SignOptions
              state={state}
              hasImage={hasImage}
              fields={found?.fields ?? []}
              signatures={document.signatures.count}
            />
          )}
          {state.mustPlace && state.placement.placed === null && (
            <PlaceFirst error={state.placeError} onPlace={onPlace} />
          )}
          {(!phone || more) && (
            <SignPreflight
              source={state.draft.source}
              query={preflight}
              level={state.chosen.level}
              files={state.files}
              password={state.password}
              requireKey={state.requireKey}
              onWrongPassphrase={state.setPasswordError}
            />
          )}
        </fieldset>
      </div>
      {/* What every signature needs stays visible. */}
      <div className="flex flex-col gap-3 border-t border-line p-5 max-md:px-4 max-md:py-3">
        {state.error !== null && <SignFailure state={state} />}
        <SignFoot
          phone={phone}
          more={more}
          onMore={setMore}
          hint={signing.passphraseHint}
          error={passwordError}
          password={state.password}
          onPassword={state.setPassword}
          blocked={unfit || problem !== null}
          busy={busy}
          button={busy ? signing.signingNow : signing.signButton}
          signatures={document.signatures.count}
        />
      </div>
    </form>
  )
}

/** Asks for the position of the signature, and places it on the current page. */
function PlaceFirst({ error, onPlace }: { error: boolean; onPlace: () => void }) {
  const signing = useSigningTexts()
  return (
    <div className="flex flex-col gap-2">
      <p className={error ? 'text-small text-error-ink' : 'text-small text-ink-muted max-md:sr-only'} role="status">
        {signing.placeFirst}
      </p>
      <Button icon={<SquareMousePointer />} onClick={onPlace} block>
        {signing.placeHere}
      </Button>
    </div>
  )
}
