import { useQuery } from '@tanstack/react-query'
import { ArrowDown, FileSearch } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { ActiveContentBadge } from '../../../shared/active-content.tsx'
import { SignaturesBadge } from '../../../shared/signatures-badge.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useBatchTexts } from '../texts/batch.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { fetchNamed, signableQuery, type Signable } from '../api/signable.ts'
import { maxBatch } from '@foja/contracts/constants'
import { needsPlace } from '../sign-draft.ts'
import { BatchForm } from './batch-form.tsx'
import { batchPlaces } from './batch-place.ts'
import { useBatch, type Batch } from './use-batch.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { textLink } from '../../../ui/link.ts'
import { SearchInput } from '../../../ui/search-input.tsx'

const Outcomes = lazyPart(async () => (await import('./outcomes.tsx')).Outcomes)

/** Signs many documents with one passphrase. */
export function BatchPage({ ids, onCertificate }: { ids: readonly string[]; onCertificate: () => void }) {
  const texts = useBatchTexts()
  const batch = useBatch()
  const isDone = useIsDone()
  const found = useNamed(ids, isDone, batch.choose)
  const documents = [...batch.chosen.values()]
  return (
    <div className="mx-auto max-w-280">
      <PageHeader title={texts.title} note={texts.text} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_23rem]">
        {batch.phase === 'choosing' ? (
          <>
            <Picker batch={batch} named={found} isDone={isDone} />
            <Card className="lg:sticky lg:top-18">
              <BatchForm
                id={formId}
                many={batch}
                documents={documents}
                place={needsPlace(batch.defaults.appearance, null) && <PlaceField batch={batch} />}
                missing={documents.length === 0 ? texts.choose : null}
                onCertificate={onCertificate}
              />
            </Card>
          </>
        ) : (
          <Outcomes many={batch} documents={documents} onAgain={batch.again} />
        )}
      </div>
    </div>
  )
}

/** Whether the user has signed the document already, or its request is concluded. */
function useIsDone(): (document: Signable) => boolean {
  const me = useSession().data?.user.id
  return ({ signed_by: signers, solicitud_status: status }) =>
    status === 'concluido' || (me !== undefined && signers?.includes(me) === true)
}

/** Preselects the documents of the address that still need the user's signature. */
function useNamed(
  ids: readonly string[],
  isDone: (document: Signable) => boolean,
  choose: (documents: readonly Signable[]) => void,
): readonly Signable[] {
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
    choose(named.filter((one) => !isDone(one)))
  }, [taken, named, isDone, choose])
  return named ?? []
}

/** On phones the list is long and the form is below it. */
function goToForm() {
  document.getElementById(formId)?.scrollIntoView({ block: 'start' })
}

const formId = 'batch-form'

type PickerProps = { batch: Batch; named: readonly Signable[]; isDone: (document: Signable) => boolean }

function Picker({ batch, named, isDone }: PickerProps) {
  const texts = useBatchTexts()
  const { plural } = useFormat()
  const [q, setQ] = useState('')
  const list = useQuery(signableQuery(useDeferredValue(q.trim())))
  const rest = (list.data ?? []).filter(({ id_documento }) => !named.some((one) => one.id_documento === id_documento))
  const found = q.trim() === '' ? [...named, ...rest] : (list.data ?? [])
  const [all, setAll] = useState(false)
  const rows = all ? found : found.filter((one) => !isDone(one) || batch.chosen.has(one.id_documento))
  const leftOut = found.length - rows.length
  const full = batch.chosen.size >= maxBatch
  return (
    <Card aria-labelledby="pick-title">
      <CardHeader
        title={texts.pick}
        titleId="pick-title"
        note={batch.chosen.size === 0 ? undefined : plural(batch.chosen.size, texts.picked)}
      />
      <div className="border-b border-line p-4">
        <SearchInput label={texts.search} value={q} onValueChange={setQ} />
        {full && <p className="mt-2 text-small text-ink-muted">{texts.most(maxBatch)}</p>}
        {leftOut > 0 && (
          <p className="mt-2 flex flex-wrap items-center gap-x-3 text-small text-ink-muted">
            {texts.leftOut(leftOut)}
            <button type="button" onClick={() => setAll(true)} className={textLink}>
              {texts.showLeftOut}
            </button>
          </p>
        )}
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

function PlaceField({ batch }: { batch: Batch }) {
  const texts = useBatchTexts()
  return (
    <Field label={texts.place}>
      <Select
        value={batch.place}
        onValueChange={batch.setPlace}
        options={batchPlaces.map((value) => ({ value, label: texts.places[value] }))}
      />
    </Field>
  )
}
