import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useSignManyTexts } from '../texts/sign-many.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import type { Signable } from '../api/signable.ts'
import { signerQuery } from '../api/signer.ts'
import { preflightQuery, settingsQuery } from '../api/signing.ts'
import { KeySource } from '../components/key-source.tsx'
import { Refusal } from './refusal.tsx'
import type { SignMany } from './use-sign-many.ts'
import { SignFoot } from '../components/sign-foot.tsx'
import { SignOptions } from '../components/sign-options.tsx'
import { SignPreflight } from '../components/sign-preflight.tsx'

/** One card beside the list; below it two, so that the second stays at the foot of the window over the whole page. */
const cardAt =
  'lg:sticky lg:top-18 lg:flex lg:flex-col lg:rounded-lg lg:border lg:border-line lg:bg-panel lg:shadow-card'
const cardBelow = 'max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-panel max-lg:shadow-card'

type Props = {
  many: SignMany
  documents: readonly Signable[]
  /** The choice of the stamp's position, where it is not made on the page. */
  place?: ReactNode
  /** What is missing besides the key, in words; nothing is signed while it is set. */
  missing: ReactNode
  onCertificate: () => void
  /** The side panel of the pages, a short sheet on phones. */
  panel?: boolean
}

/** Key, appearance and passphrase for signing documents at once. */
export function BatchForm({ many, documents, place, missing, onCertificate, panel = false }: Props) {
  const texts = useSignManyTexts()
  const signer = useQuery(signerQuery)
  const phone = useMedia(phoneQuery) && panel
  const [more, setMore] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const { draft, defaults } = many
  const certificate = signer.data?.certificate ?? null
  const stored = draft.source === 'stored'
  // Without the company's settings the level could be lower than configured.
  const settings = useQuery(settingsQuery)
  const failed = settings.isLoadingError ? settings : stored && signer.isLoadingError ? signer : null
  const blocked = settings.data === undefined || (stored && (certificate === null || certificate.problems.length > 0))
  const preflight = useQuery({
    ...preflightQuery({ level: defaults.level }, ''),
    enabled: stored && certificate !== null && settings.data !== undefined,
  })
  const form = useRef<HTMLFormElement>(null)
  const passwordError = many.wrong.password
  useEffect(() => {
    if (passwordError !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [passwordError])
  const filesError = many.wrong.files
  // On narrow screens the key is below the list.
  useEffect(() => {
    if (filesError !== null) form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' })
  }, [filesError])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (missing === null) many.submit()
  }
  const earlier = documents.reduce((sum, { signatures }) => sum + signatures.count, 0)
  const whole = !phone || more
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className={panel ? 'flex min-h-0 flex-1 flex-col' : `${cardAt} max-lg:contents lg:max-h-[calc(100dvh-5.5rem)]`}
    >
      <div
        className={cn(
          'flex min-h-0 flex-col gap-5 p-5 max-sm:p-4',
          panel ? 'flex-1 overflow-y-auto max-md:gap-3 max-md:pt-2 max-md:pb-3' : `${cardBelow} lg:overflow-y-auto`,
        )}
      >
        <KeySource
          source={draft.source}
          onSource={(source) => many.change({ source })}
          certificate={stored ? certificate : null}
          onChange={onCertificate}
          files={many.files}
          filesError={many.wrong.files}
          onFiles={many.setFiles}
          short={!whole}
          onMore={() => setMore(true)}
        />
        {stored && whole && signer.isPending && <Skeleton className="h-36" />}
        {failed !== null && <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} level={3} />}
        {stored && signer.data !== undefined && certificate === null && (
          <Alert
            variant="info"
            action={
              <Button asChild size="sm">
                <AppLink to={paths.signer()}>{texts.goUpload}</AppLink>
              </Button>
            }
          >
            {texts.noStored}
          </Alert>
        )}
        {whole && (
          <SignOptions
            state={{ draft, chosen: defaults, change: many.change }}
            hasImage={signer.data?.has_image === true}
            fields={[]}
            signatures={earlier}
          />
        )}
        {whole && place}
        {whole && (!stored || certificate !== null) && (
          <SignPreflight
            source={draft.source}
            query={preflight}
            level={defaults.level}
            files={many.files}
            password={many.password}
            requireKey={many.requireKey}
            onWrongPassphrase={many.refusePassword}
          />
        )}
      </div>
      {/* Always in sight, also while the list or the options are longer than the window. */}
      <div
        className={cn(
          'flex flex-col gap-4 border-t border-line p-5 max-sm:p-4',
          phone && 'gap-3! py-3!',
          !panel &&
            `sticky bottom-0 z-10 bg-panel max-lg:gap-3 max-lg:py-3 max-md:bottom-18 lg:rounded-b-lg ${cardBelow}`,
        )}
      >
        <SignFoot
          phone={phone}
          more={more}
          onMore={setMore}
          hint={texts.passphraseHint(documents.length)}
          error={passwordError}
          password={many.password}
          onPassword={many.setPassword}
          blocked={blocked}
          button={texts.button(documents.length)}
          signatures={panel ? earlier : 0}
        >
          <Refusal many={many} />
          {submitted && missing !== null && (
            <p role="alert" className="text-small text-error-ink">
              {missing}
            </p>
          )}
        </SignFoot>
      </div>
    </form>
  )
}
