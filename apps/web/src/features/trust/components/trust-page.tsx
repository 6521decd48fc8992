import type { TrustAnchor } from '@foja/contracts/verification'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Landmark, Trash2 } from 'lucide-react'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { meQuery } from '../../../shared/me.ts'
import { useTrustTexts } from '../texts/trust.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Card, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { countriesQuery, trustAnchorsQuery, deleteTrustAnchor } from '../api/trust.ts'
import { addedPlace, type TrustSearch } from '../trust-search.ts'
import { AuthoritiesCard } from './authorities-card.tsx'
import { CountriesCard, useCountryName } from './countries-card.tsx'
import { useAddAnchors } from './add-anchors.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { IconTile } from '../../../ui/tile.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { shortName } from '../short-name.ts'
import { useRefreshVerdicts } from '../use-refresh-verdicts.ts'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

type AddedCardProps = {
  anchors: readonly TrustAnchor[]
  /** Anchors that the user may remove: a gestor may not remove those of an admin. */
  mayRemove: (anchor: TrustAnchor) => boolean
}

/** Authorities added from files. */
function AddedCard({ anchors, mayRemove }: AddedCardProps) {
  const trust = useTrustTexts()
  return (
    <Card aria-labelledby="added-title">
      <CardHeader title={trust.addedPlace} titleId="added-title" count={anchors.length} />
      <CardList>
        {anchors.map((anchor) => (
          <AnchorRow key={anchor.id} anchor={anchor} removable={mayRemove(anchor)} />
        ))}
      </CardList>
    </Card>
  )
}

function AnchorRow({ anchor, removable }: { anchor: TrustAnchor; removable: boolean }) {
  const trust = useTrustTexts()
  const { date } = useFormat()
  const [asking, setAsking] = useState(false)
  const name = shortName(anchor.subject)
  const expired = Date.parse(anchor.not_after) < Date.now()
  return (
    <CardRow className="items-start! py-3.5">
      <IconTile tone="primary">
        <Landmark />
      </IconTile>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          <Badge size="sm">{anchor.id_company === null ? trust.everyone : trust.company}</Badge>
          {expired && (
            <Badge size="sm" variant="error">
              {trust.expired}
            </Badge>
          )}
        </p>
        <p className="text-small text-ink-muted">
          {anchor.subject === anchor.issuer ? trust.root : trust.issuedBy(shortName(anchor.issuer))} ·{' '}
          {trust.valid(date(anchor.not_before), date(anchor.not_after))}
        </p>
        <p className="mt-0.5 flex items-center gap-1 text-meta text-ink-muted">
          <span className="code min-w-0 wrap-anywhere">{anchor.fingerprint}</span>
          <CopyButton text={anchor.fingerprint} label={trust.copyFingerprint} />
        </p>
      </div>
      {removable && (
        <IconButton variant="danger" label={trust.removeOf(name)} onClick={() => setAsking(true)}>
          <Trash2 />
        </IconButton>
      )}
      <RemoveAnchor anchor={anchor} name={name} open={asking} onClose={() => setAsking(false)} />
    </CardRow>
  )
}

type RemoveProps = { anchor: TrustAnchor; name: string; open: boolean; onClose: () => void }

function RemoveAnchor({ anchor, name, open, onClose }: RemoveProps) {
  const trust = useTrustTexts()
  const refresh = useRefreshVerdicts()
  const { mutate, isPending } = useToastMutation({
    mutationFn: () => deleteTrustAnchor(anchor.id),
    onSuccess: async () => {
      toast.success(trust.removed)
      // The refetch removes the row together with its dialog.
      await refresh()
      onClose()
    },
  })
  return (
    <ConfirmModal
      variant="danger"
      open={open}
      busy={isPending}
      title={trust.removeTitle(name)}
      description={trust.removeText}
      confirm={trust.remove}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  )
}

type Props = {
  /** Links to the other settings pages. */
  links: ReactNode
  search: TrustSearch
  onSearch: (change: TrustSearch) => void
  mayManage: boolean
  /** Shipped authorities are switched for the whole installation. */
  maySwitch: boolean
  mayRemove: (anchor: TrustAnchor) => boolean
}

/** The trusted authorities: those shipped with Foja, by country, and those added from files. */
export function TrustPage(props: Props) {
  const { links, mayManage, maySwitch } = props
  const trust = useTrustTexts()
  const add = useAddAnchors()
  return (
    <div className="max-w-360">
      <PageHeader
        title={trust.title}
        note={maySwitch ? trust.text : trust.textReader}
        actions={
          <>
            {links}
            {mayManage && add.button}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {add.refusal}
        <Places {...props} />
      </div>
      {add.dialog}
    </div>
  )
}

function Places({ search, onSearch, maySwitch, mayRemove }: Props) {
  const countries = useQuery(countriesQuery)
  const anchors = useQuery(trustAnchorsQuery)
  const { data: me } = useQuery(meQuery)
  const nameOf = useCountryName()
  const failed = [countries, anchors].find(({ isLoadingError }) => isLoadingError)
  if (failed !== undefined) {
    return (
      <Card>
        <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} />
      </Card>
    )
  }
  if (countries.data === undefined || anchors.data === undefined) {
    return (
      <Card>
        <SkeletonList rows={10} header />
      </Card>
    )
  }
  const byName = countries.data.toSorted(
    (a, b) => Number(b.on) - Number(a.on) || nameOf(a.pais).localeCompare(nameOf(b.pais)),
  )
  const own = byName.find(({ pais }) => pais === (search.pais ?? me?.company?.pais)) ?? byName[0]
  const added = search.pais === addedPlace && anchors.data.length > 0
  const stale = [countries, anchors].find(({ isRefetchError }) => isRefetchError)
  return (
    <>
      {stale !== undefined && <Stale className="" onRetry={() => void stale.refetch()} />}
      <CountryNotes countries={byName} shown={added ? undefined : own} maySwitch={maySwitch} />
      <div className="grid items-start gap-4 xl:grid-cols-[15.5rem_minmax(0,1fr)]">
        <CountriesCard
          countries={byName}
          added={anchors.data.length}
          place={added ? addedPlace : (own?.pais ?? '')}
          onPlace={(pais) => onSearch({ pais })}
          maySwitch={maySwitch}
        />
        {added ? (
          <AddedCard anchors={anchors.data} mayRemove={mayRemove} />
        ) : (
          own !== undefined && (
            <AuthoritiesCard
              country={own}
              view={search.ver ?? 'personas'}
              onView={(view) => onSearch({ ver: view === 'sellos' ? view : undefined })}
              maySwitch={maySwitch}
            />
          )
        )}
      </div>
    </>
  )
}

type NotesProps = {
  countries: readonly { pais: string; on: boolean }[]
  shown: { pais: string; on: boolean } | undefined
  maySwitch: boolean
}

/** Why signatures of a country are not recognised, and who can change that. */
function CountryNotes({ countries, shown, maySwitch }: NotesProps) {
  const trust = useTrustTexts()
  const nameOf = useCountryName()
  if (shown === undefined || shown.on) return null
  const none = countries.every(({ on }) => !on)
  const country = nameOf(shown.pais)
  return (
    <Alert variant={none ? 'warning' : 'info'} title={none ? trust.noCountry : trust.countryOff(country)}>
      {maySwitch ? trust.turnOn(country) : trust.askToTurnOn(country)}
    </Alert>
  )
}
