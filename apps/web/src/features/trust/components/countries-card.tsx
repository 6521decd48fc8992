import type { AuthorityCountry } from '@foja/contracts/authorities'
import { AppLink } from '../../../shared/app-link.tsx'
import { useLanguage } from '../../../lib/texts/texts.tsx'
import { useTrustTexts } from '../texts/trust.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Card, CardBody, cardLink, CardHeader } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { switchCountry } from '../api/trust.ts'
import { addedPlace } from '../trust-search.ts'
import { useAuthoritySwitch } from './authority-cells.tsx'

/** Below this width there is no room for two columns, and the countries become a select. */
const narrowQuery = '(width < 80em)'

type Props = {
  countries: readonly AuthorityCountry[]
  /** Number of authorities added from files. */
  added: number
  /** The selected country, or `addedPlace`. */
  place: string
  onPlace: (place: string) => void
  maySwitch: boolean
}

export const useCountryName = () => {
  const { language } = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return (pais: string) => names.of(pais) ?? pais
}

/** The countries with their switches. */
export function CountriesCard(props: Props) {
  const trust = useTrustTexts()
  const narrow = useMedia(narrowQuery)
  const { countries, added, place, maySwitch } = props
  const on = countries.filter((country) => country.on).length
  return (
    <Card aria-labelledby="countries-title">
      <CardHeader
        title={trust.countries}
        titleId="countries-title"
        action={<span className="text-small text-ink-muted figures">{trust.of(on, countries.length)}</span>}
      />
      {narrow ? (
        <CountryField {...props} />
      ) : (
        <ul className="flex flex-col p-1.5">
          {countries.map((country) => (
            <CountryRow key={country.pais} country={country} selected={country.pais === place} maySwitch={maySwitch} />
          ))}
          {added > 0 && (
            <li className={rowLooks(place === addedPlace, 'mt-2')}>
              <PlaceLink place={addedPlace} selected={place === addedPlace} label={trust.addedPlace} />
              <span className="text-small text-ink-muted figures">{added}</span>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

const rowLooks = (selected: boolean, more = '') =>
  cn(
    'relative flex h-11 items-center gap-2 rounded-lg border px-2.5',
    selected ? 'border-gold-ink bg-selected' : 'border-transparent hover:bg-canvas',
    more,
  )

function PlaceLink({ place, selected, label }: { place: string; selected: boolean; label: string }) {
  return (
    <AppLink
      to={paths.trustAnchors(place)}
      aria-current={selected ? 'true' : undefined}
      className={cn(cardLink, 'min-w-0 flex-1 truncate font-medium')}
    >
      {label}
    </AppLink>
  )
}

type RowProps = { country: AuthorityCountry; selected: boolean; maySwitch: boolean }

function CountryRow({ country, selected, maySwitch }: RowProps) {
  const trust = useTrustTexts()
  const { pais, on, active, total } = country
  const name = useCountryName()(pais)
  return (
    <li className={rowLooks(selected)}>
      <PlaceLink place={pais} selected={selected} label={name} />
      <span className="text-small whitespace-nowrap text-ink-muted figures">
        {on ? trust.of(active, total) : total}
      </span>
      <span className="relative z-1">
        {maySwitch ? (
          <CountrySwitch country={country} />
        ) : (
          <span className="text-small">{on ? trust.on : trust.off}</span>
        )}
      </span>
    </li>
  )
}

function CountrySwitch({ country: { pais, on } }: { country: AuthorityCountry }) {
  const name = useCountryName()(pais)
  const { turn, wanted } = useAuthoritySwitch(switchCountry)
  return (
    <Switch
      hideLabel
      className="py-0!"
      label={name}
      checked={wanted ?? on}
      onCheckedChange={(next) => turn({ pais, on: next })}
    />
  )
}

function CountryField({ countries, added, place, onPlace, maySwitch }: Props) {
  const trust = useTrustTexts()
  const nameOf = useCountryName()
  const shown = countries.find(({ pais }) => pais === place)
  const options = countries.map(({ pais, on, active, total }) => ({
    value: pais,
    label: `${nameOf(pais)} · ${on ? trust.of(active, total) : total}`,
  }))
  if (added > 0) options.push({ value: addedPlace, label: `${trust.addedPlace} · ${added}` })
  return (
    <CardBody className="flex items-center gap-4">
      <Select label={trust.country} options={options} value={place} onValueChange={onPlace} className="flex-1" />
      {shown !== undefined &&
        (maySwitch ? (
          <CountrySwitch country={shown} />
        ) : (
          <span className="text-small">{shown.on ? trust.on : trust.off}</span>
        ))}
    </CardBody>
  )
}
