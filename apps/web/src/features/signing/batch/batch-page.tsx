import { useQuery } from '@tanstack/react-query'
import { ArrowDown, CircleAlert, CircleCheck, Clock, FileSearch, Lock, Search, Signature, Square } from 'lucide-react'
import { Suspense, useDeferredValue, useEffect, useRef, useState, type FormEvent } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { ActiveContentBadge } from '../../../shared/active-content.tsx'
import { SignaturesBadge } from '../../../shared/signatures-badge.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useBatchTexts } from '../texts/batch.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useSigningTexts } from '../texts/signing.ts'
import { useSignOptionsTexts } from '../texts/sign-options.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { fetchNamed, signableQuery, type Signable } from '../api/signable.ts'
import { signerQuery } from '../api/signer.ts'
import { preflightQuery, settingsQuery } from '../api/signing.ts'
import { KeySource } from '../components/key-source.tsx'
import { describeFailure } from '../describe-failure.ts'
import { maxBatch } from '@foja/contracts/constants'
import { needsPlace } from '../sign-draft.ts'
import { keyCodeOf, wrongPassphrase } from '../use-signing.ts'
import { batchPlaces } from './batch-place.ts'
import type { Outcome } from './run-batch.ts'
import { useBatch, type Batch } from './use-batch.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

const SignPreflight = lazyPart(async () => (await import('../components/sign-preflight.tsx')).SignPreflight)
const SignOptions = lazyPart(async () => (await import('../components/sign-options.tsx')).SignOptions)

/** Signs many documents with one passphrase. */
export function BatchPage({ ids, onCertificate }: { ids: readonly string[]; onCertificate: () => void }) {
  const texts = useBatchTexts()
  const batch = useBatch()
  const found = useNamed(ids, batch.choose)
  return (
    <div className="mx-auto max-w-280">
      <PageHeader title={texts.title} note={texts.text} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_23rem]">
        {batch.phase === 'choosing' ? <Picker batch={batch} named={found} /> : <Outcomes batch={batch} />}
        {batch.phase === 'choosing' && <Form batch={batch} onCertificate={onCertificate} />}
      </div>
    </div>
  )
}

/** Preselects the documents of the address. */
function useNamed(ids: readonly string[], choose: (documents: readonly Signable[]) => void): readonly Signable[] {
  const named = useQuery({
    queryKey: queryKeys.signable('named', ids),
    queryFn: () => fetchNamed(ids.slice(0, maxBatch)),
    enabled: ids.length > 0,
    staleTime: Infinity,
    // Not cached: a later visit preselects the versions of that time.
    gcTime: 0,
  }).data
  const [taken, setTaken] = useState(false)
  useEffect(() => {
    if (taken || named === undefined) return
    setTaken(true)
    choose(named)
  }, [taken, named, choose])
  return named ?? []
}

/** On phones the list is long and the form is below it. */
function goToForm() {
  document.getElementById(formId)?.scrollIntoView({ block: 'start' })
}

const formId = 'batch-form'

function Picker({ batch, named }: { batch: Batch; named: readonly Signable[] }) {
  const texts = useBatchTexts()
  const { plural } = useFormat()
  const [q, setQ] = useState('')
  const list = useQuery(signableQuery(useDeferredValue(q.trim())))
  const rest = (list.data ?? []).filter(({ id_documento }) => !named.some((one) => one.id_documento === id_documento))
  const rows = q.trim() === '' ? [...named, ...rest] : (list.data ?? [])
  const full = batch.chosen.size >= maxBatch
  return (
    <Card aria-labelledby="pick-title">
      <CardHeader
        title={texts.pick}
        titleId="pick-title"
        note={batch.chosen.size === 0 ? undefined : plural(batch.chosen.size, texts.picked)}
      />
      <div className="border-b border-line p-4">
        <Input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          icon={<Search />}
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
        {full && <p className="mt-2 text-small text-ink-muted">{texts.most(maxBatch)}</p>}
      </div>
      {list.isError ? (
        <LoadFailed error={list.error} onRetry={() => void list.refetch()} level={3} />
      ) : list.data === undefined ? (
        <SkeletonList rows={6} />
      ) : rows.length === 0 ? (
        <EmptyState icon={<FileSearch />} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <CardList>
          {rows.map((document) => (
            <PickRow key={document.id_documento} document={document} batch={batch} full={full} />
          ))}
        </CardList>
      )}
      {batch.chosen.size > 0 && (
        <div className="sticky bottom-0 border-t border-line bg-panel p-3 max-md:bottom-18 lg:hidden">
          <Button block icon={<ArrowDown />} onClick={goToForm}>
            {plural(batch.chosen.size, texts.picked)} · {texts.continue}
          </Button>
        </div>
      )}
    </Card>
  )
}

function PickRow({ document, batch, full }: { document: Signable; batch: Batch; full: boolean }) {
  const domain = useDomainTexts()
  const { plural } = useFormat()
  const chosen = batch.chosen.has(document.id_documento)
  const facts = [
    ...(document.titulo === null ? [] : [document.titulo]),
    ...(document.paginas === null ? [] : [plural(document.paginas, domain.pages)]),
  ]
  return (
    <CardRow selected={chosen}>
      <Checkbox
        className="min-w-0 flex-1"
        checked={chosen}
        disabled={full && !chosen}
        onCheckedChange={() => batch.toggle(document)}
        label={<span className="wrap-anywhere">{document.nombre}</span>}
        hint={facts.join(' · ')}
      />
      <ActiveContentBadge kinds={document.active_content} />
      <SignaturesBadge signatures={document.signatures} />
    </CardRow>
  )
}

function Form({ batch, onCertificate }: { batch: Batch; onCertificate: () => void }) {
  const texts = useBatchTexts()
  const signing = useSigningTexts()
  const signer = useQuery(signerQuery)
  const [submitted, setSubmitted] = useState(false)
  const { draft, defaults } = batch
  const certificate = signer.data?.certificate ?? null
  const stored = draft.source === 'stored'
  // Without the company's settings the level could be lower than configured.
  const settings = useQuery(settingsQuery)
  const failed = settings.isError ? settings : stored && signer.isError ? signer : null
  const blocked = settings.data === undefined || (stored && (certificate === null || certificate.problems.length > 0))
  const preflight = useQuery({
    ...preflightQuery({ level: defaults.level }, ''),
    enabled: stored && certificate !== null && settings.data !== undefined,
  })
  const form = useRef<HTMLFormElement>(null)
  const passwordError = batch.wrong.password
  useEffect(() => {
    if (passwordError !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [passwordError])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    batch.submit()
  }
  return (
    <Card className="lg:sticky lg:top-18">
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={submit}
        className="flex flex-col lg:max-h-[calc(100dvh-5.5rem)]"
      >
        <CardBody className="flex min-h-0 flex-col gap-5 lg:overflow-y-auto">
          <KeySource
            source={draft.source}
            onSource={(source) => batch.change({ source })}
            certificate={stored ? certificate : null}
            onChange={onCertificate}
            files={batch.files}
            filesError={batch.wrong.files}
            onFiles={batch.setFiles}
          />
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
          <Suspense fallback={<SkeletonList rows={3} className="-mx-5" />}>
            <SignOptions
              state={{ draft, chosen: defaults, change: batch.change }}
              hasImage={signer.data?.has_image === true}
              fields={[]}
              signatures={[...batch.chosen.values()].some(({ signatures }) => signatures.count > 0) ? 1 : 0}
            />
          </Suspense>
          {needsPlace(defaults.appearance, null) && (
            <Field label={texts.place}>
              <Select
                value={batch.place}
                onValueChange={batch.setPlace}
                options={batchPlaces.map((value) => ({ value, label: texts.places[value] }))}
              />
            </Field>
          )}
          {(!stored || certificate !== null) && (
            <Suspense fallback={<SkeletonList rows={2} className="-mx-5" />}>
              <SignPreflight
                source={draft.source}
                query={preflight}
                level={defaults.level}
                files={batch.files}
                password={batch.password}
                requireKey={batch.requireKey}
                onWrongPassphrase={batch.refusePassword}
              />
            </Suspense>
          )}
        </CardBody>
        {/* Stays visible below the list and the options. */}
        <CardBody className="flex flex-col gap-4 border-t border-line">
          <Field label={signing.passphrase} hint={signing.passphraseHint} error={batch.wrong.password}>
            <PasswordInput
              size="lg"
              icon={<Lock />}
              autoComplete="off"
              value={batch.password}
              disabled={blocked}
              onChange={(event) => batch.setPassword(event.target.value)}
            />
          </Field>
          <Refusal batch={batch} />
          {submitted && batch.chosen.size === 0 && (
            <p role="alert" className="text-small text-error-ink">
              {texts.choose}
            </p>
          )}
          <Button type="submit" variant="primary" size="lg" block icon={<Signature />} disabled={blocked}>
            {texts.button(batch.chosen.size)}
          </Button>
        </CardBody>
      </form>
    </Card>
  )
}

/** The error that stopped the whole batch. */
function Refusal({ batch }: { batch: Batch }) {
  const signOptions = useSignOptionsTexts()
  const problem = problemOf(batch.failure)
  const keyCode = keyCodeOf(batch.failure)
  if (!isUnreported(batch.failure) || problem?.code === wrongPassphrase || keyCode === wrongPassphrase) return null
  return (
    <Alert variant="error" title={problem?.title ?? signOptions.failedTitle}>
      {describeFailure(problem, keyCode, signOptions)}
    </Alert>
  )
}

function Outcomes({ batch }: { batch: Batch }) {
  const texts = useBatchTexts()
  const all = [...batch.chosen.values()]
  const ended = all.filter(({ id_documento }) => {
    const state = batch.outcomes.get(id_documento)?.state
    return state === 'signed' || state === 'failed'
  }).length
  const running = batch.phase === 'running'
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed button has disappeared.
  useEffect(() => title.current?.focus(), [])
  // While the batch runs, in signing order; afterwards failed documents come first.
  const isSigned = ({ id_documento }: Signable) => batch.outcomes.get(id_documento)?.state === 'signed'
  const signed = all.filter(isSigned).length
  const rows = running ? all : all.toSorted((a, b) => Number(isSigned(a)) - Number(isSigned(b)))
  return (
    <Card className="lg:col-span-2">
      <CardBody className="flex flex-col gap-3 border-b border-line">
        <h2 ref={title} tabIndex={-1} className="text-section font-semibold outline-none">
          <span role="status">
            {running ? (batch.stopping ? texts.stopping : texts.states.signing) : texts.done(signed, all.length)}
          </span>
        </h2>
        <Progress label={texts.title} value={ended} max={all.length} after={texts.running(ended, all.length)} />
        <Refusal batch={batch} />
        <div className="flex justify-end">
          {running ? (
            <Button icon={<Square />} disabled={batch.stopping} onClick={batch.stop}>
              {texts.stop}
            </Button>
          ) : (
            <Button variant="primary" onClick={batch.again}>
              {texts.again}
            </Button>
          )}
        </div>
      </CardBody>
      <CardList>
        {rows.map((document) => (
          <OutcomeRow
            key={document.id_documento}
            document={document}
            outcome={batch.outcomes.get(document.id_documento)}
            running={running}
          />
        ))}
      </CardList>
    </Card>
  )
}

type RowProps = { document: Signable; outcome: Outcome | undefined; running: boolean }

function OutcomeRow({ document, outcome, running }: RowProps) {
  const texts = useBatchTexts()
  const signOptions = useSignOptionsTexts()
  const signing = useSigningTexts()
  const state = outcome?.state ?? (running ? 'waiting' : 'failed')
  const reason =
    outcome?.state === 'failed'
      ? describeFailure(outcome.problem, outcome.keyCode, signOptions)
      : outcome === undefined && !running
        ? texts.notReached
        : outcome?.state === 'signed' && outcome.repaired
          ? signing.repaired
          : null
  return (
    <CardRow>
      <span className="[&_svg]:size-5">
        {state === 'signed' ? (
          <CircleCheck aria-hidden className="text-on-soft-success" />
        ) : state === 'failed' ? (
          <CircleAlert aria-hidden className="text-error-ink" />
        ) : state === 'signing' ? (
          <Spinner />
        ) : (
          <Clock aria-hidden className="text-ink-muted" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{document.nombre}</p>
        <p className="text-small text-pretty text-ink-muted">
          {texts.states[state]}
          {outcome?.state === 'signed' && ` · ${outcome.level}`}
          {reason !== null && ` · ${reason}`}
        </p>
      </div>
      {state === 'signed' && (
        <Button asChild size="sm">
          <AppLink to={paths.document(document.id_documento)} aria-label={`${texts.open} ${document.nombre}`}>
            {texts.open}
          </AppLink>
        </Button>
      )}
    </CardRow>
  )
}
