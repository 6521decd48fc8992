import type { TrustAnchor } from '@foja/contracts/verification'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { meQuery } from '../../../shared/me.ts'
import { useTrustTexts } from '../texts/trust.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { countriesQuery } from '../api/authorities.ts'
import { trustAnchorsQuery } from '../api/trust-anchors.ts'
import { addedPlace, type TrustSearch } from '../trust-search.ts'
import { AddedCard } from './added-card.tsx'
import { AuthoritiesCard } from './authorities-card.tsx'
import { CountriesCard, useCountryName } from './countries-card.tsx'
import { useAddAnchors } from './add-anchors.tsx'

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
    <div className="mx-auto max-w-360">
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
  const failed = [countries, anchors].find(({ isError }) => isError)
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
  return (
    <>
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
