import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { ActiveContentBadge } from '../../../shared/active-content.tsx'
import { SignaturesBadge } from '../../../shared/signatures-badge.tsx'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useBatchTexts } from '../texts/batch.ts'
import { useSignManyTexts } from '../texts/sign-many.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { Card, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { lazyPart, useFetchAhead } from '../../../ui/lazy-part.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonForm, SkeletonList } from '../../../ui/skeleton.tsx'
import { fetchNamed, signableQuery, type Signable } from '../api/signable.ts'
import { signerQuery } from '../api/signer.ts'
import { settingsQuery } from '../api/signing.ts'
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
  const signMany = useSignManyTexts()
  const batch = useBatch()
  const readDone = useReadDone()
  const named = useNamed(ids, readDone, batch.choose)
  const documents = [...batch.chosen.values()]
  useFetchAhead(Outcomes, documents.length > 0)
  // The key is below the list on narrow screens: both appear at once, so that nothing moves.
  const queries = [useQuery(signableQuery('')), useQuery(signerQuery), useQuery(settingsQuery)]
  const waits = named.isLoading || queries.some(({ isPending }) => isPending)
  return (
    <div className="max-w-280">
      <PageHeader title={texts.title} note={texts.text} />
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
        {waits ? (
          <>
            <Card>
              <SkeletonList rows={6} header />
            </Card>
            <Card className="max-lg:hidden">
              <SkeletonForm />
            </Card>
          </>
        ) : batch.phase === 'choosing' ? (
          <>
            <Picker batch={batch} named={named} readDone={readDone} />
            <BatchForm
              many={batch}
              documents={documents}
              place={needsPlace(batch.defaults.appearance, null) && <PlaceField batch={batch} />}
              missing={documents.length === 0 ? signMany.choose : null}
              onCertificate={onCertificate}
            />
          </>
        ) : (
          <Outcomes many={batch} documents={documents} onAgain={batch.again} />
        )}
      </div>
    </div>
  )
}

type ReadDone = (document: Signable) => string | null

/** Why a document needs no signature of the user, in words: signed by them, or its request is concluded. Else null. */
function useReadDone(): ReadDone {
  const texts = useBatchTexts()
  const me = useSession().data?.user.id
  return ({ signed_by: signers, solicitud_status: status }) =>
    me !== undefined && signers?.includes(me) === true ? texts.mine : status === 'concluido' ? texts.concluded : null
}

/** Preselects the documents of the address that still need the user's signature. */
function useNamed(
  ids: readonly string[],
  readDone: ReadDone,
  choose: (documents: readonly Signable[]) => void,
): UseQueryResult<Signable[]> {
  const named = useQuery({
    queryKey: queryKeys.signable('named', ids),
    queryFn: () => fetchNamed(ids.slice(0, maxBatch)),
    enabled: ids.length > 0,
    staleTime: Infinity,
    // Not cached: a later visit preselects the versions of that time.
    gcTime: 0,
  })
  const { data } = named
  const [taken, setTaken] = useState(false)
  useEffect(() => {
    if (taken || data === undefined) return
    setTaken(true)
    choose(data.filter((one) => readDone(one) === null))
  }, [taken, data, readDone, choose])
  return named
}

type PickerProps = { batch: Batch; named: UseQueryResult<Signable[]>; readDone: ReadDone }

function Picker({ batch, named, readDone }: PickerProps) {
  const texts = useBatchTexts()
  const { plural } = useFormat()
  const [q, setQ] = useState('')
  const list = useQuery(signableQuery(useDeferredValue(q.trim())))
  const wanted = named.data ?? []
  const failed = [named, list].find(({ isLoadingError }) => isLoadingError)
  const rest = (list.data ?? []).filter(({ id_documento }) => !wanted.some((one) => one.id_documento === id_documento))
  const found = q.trim() === '' ? [...wanted, ...rest] : (list.data ?? [])
  const [all, setAll] = useState(false)
  const rows = all ? found : found.filter((one) => readDone(one) === null || batch.chosen.has(one.id_documento))
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
      {list.isRefetchError && <Stale className="m-4" onRetry={() => void list.refetch()} />}
      {failed !== undefined ? (
        <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} level={3} />
      ) : list.data === undefined ? (
        <SkeletonList rows={6} />
      ) : rows.length === 0 ? (
        <EmptyState icon={<FileSearch />} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <CardList>
          {rows.map((document) => (
            <PickRow
              key={document.id_documento}
              document={document}
              done={readDone(document)}
              batch={batch}
              full={full}
            />
          ))}
        </CardList>
      )}
    </Card>
  )
}

type RowProps = { document: Signable; done: string | null; batch: Batch; full: boolean }

function PickRow({ document, done, batch, full }: RowProps) {
  const domain = useDomainTexts()
  const { plural } = useFormat()
  const chosen = batch.chosen.has(document.id_documento)
  const facts = [
    ...(done === null ? [] : [done]),
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
