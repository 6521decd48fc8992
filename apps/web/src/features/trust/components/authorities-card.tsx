import type { Authority, AuthorityCountry } from '@foja/contracts/authorities'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Landmark } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useTrustTexts } from '../texts/trust.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardFooter } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { authoritiesQuery } from '../api/trust.ts'
import {
  AuthorityPhoneCard,
  FingerprintCell,
  isExpired,
  NameCell,
  StateCell,
  ValidityCell,
} from './authority-cells.tsx'
import { useCountryName } from './countries-card.tsx'
import { SourceBadge } from './source-badge.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Facts } from '../../../ui/details.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { inFours } from '../short-name.ts'

type AuthorityDetailsProps = { authority: Authority; open: boolean; onOpenChange: (open: boolean) => void }

/** All known details of a shipped authority. */
function AuthorityDetails({ authority, open, onOpenChange }: AuthorityDetailsProps) {
  const trust = useTrustTexts()
  const ui = useUiTexts()
  const { date } = useFormat()
  const { facts } = trust
  const { organization, issuer, kind, key, not_before, not_after, intermediates, found_in } = authority
  return (
    <Modal
      variant="wide"
      open={open}
      onOpenChange={onOpenChange}
      title={authority.subject}
      footer={<Button onClick={() => onOpenChange(false)}>{ui.close}</Button>}
    >
      <div className="flex flex-col gap-4">
        <Facts
          columns={2}
          items={[
            ...(organization === null ? [] : [{ label: facts.organization, value: organization }]),
            { label: facts.kind, value: kind === 'root' ? trust.root : trust.intermediate },
            ...(issuer === null ? [] : [{ label: facts.issuer, value: issuer }]),
            { label: facts.validity, value: trust.valid(date(not_before), date(not_after)) },
            { label: facts.key, value: key },
            ...(intermediates === 0 ? [] : [{ label: facts.intermediates, value: intermediates }]),
          ]}
        />
        <div>
          <p className="flex items-center gap-1 text-small text-ink-muted">
            {trust.fingerprint} <CopyButton text={authority.fingerprint} label={trust.copyFingerprint} />
          </p>
          <p className="code wrap-anywhere">{inFours(authority.fingerprint)}</p>
        </div>
        <div className="flex flex-col gap-2">
          <h3 className="font-semibold">{trust.known}</h3>
          <div>
            <SourceBadge authority={authority} />
          </div>
          <p className="text-small text-ink-muted">{trust.confidence[authority.confidence]}</p>
          {authority.notes.length > 0 && (
            <ul className="flex list-disc flex-col gap-1 pl-5 text-small text-ink-muted">
              {authority.notes.map((note) => (
                <li key={note}>{trust.notes[note]}</li>
              ))}
            </ul>
          )}
          <p className="text-small text-ink-muted">{trust.foundIn}</p>
          <ul className="flex flex-col gap-1">
            {found_in.map((repository) => (
              <li key={repository} className="code wrap-anywhere">
                {repository}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Modal>
  )
}

type View = 'personas' | 'sellos'
type Props = {
  country: AuthorityCountry
  view: View
  onView: (view: View) => void
  maySwitch: boolean
}

/** Rows that fit on a screen; the others are shown on demand. */
const first = 10
const ranks = { confirmed: 0, one_publisher: 1, one_source: 2 }
const rankOf = (one: Authority) => (isExpired(one) ? 8 : 0) + (one.kind === 'root' ? 0 : 4) + ranks[one.confidence]

/** Most confidently identified first, expired last. */
const inOrder = (some: readonly Authority[]) =>
  some.toSorted((a, b) => rankOf(a) - rankOf(b) || a.subject.localeCompare(b.subject))

/** The shipped authorities of a country: for people those with a switch, for timestamps all. */
export function AuthoritiesCard({ country, view, onView, maySwitch }: Props) {
  const trust = useTrustTexts()
  const name = useCountryName()(country.pais)
  const { data, isLoadingError, error, refetch } = useQuery(authoritiesQuery(country.pais))
  const lists = {
    personas: data?.filter(({ purpose, has_switch }) => purpose === 'general' && has_switch),
    sellos: data?.filter(({ purpose }) => purpose === 'timestamps'),
  }
  const tabs = (['personas', 'sellos'] as const).map((value) => ({
    value,
    label: trust.views[value],
    count: lists[value]?.length,
  }))
  return (
    <Card>
      <Tabs tabs={tabs} value={view} onValueChange={onView} label={name} title={name}>
        {(['personas', 'sellos'] as const).map((value) => (
          <TabPanel key={value} value={value}>
            {isLoadingError ? (
              <LoadFailed error={error} onRetry={() => void refetch()} />
            ) : (
              <AuthorityTable
                key={`${country.pais} ${value}`}
                authorities={lists[value]}
                caption={`${name}: ${trust.views[value]}`}
                maySwitch={maySwitch && country.on}
              />
            )}
          </TabPanel>
        ))}
      </Tabs>
    </Card>
  )
}

type TableProps = { authorities: readonly Authority[] | undefined; caption: string; maySwitch: boolean }

function AuthorityTable({ authorities, caption, maySwitch }: TableProps) {
  const trust = useTrustTexts()
  const [whole, setWhole] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const columns = useColumns(maySwitch, setOpened)
  if (authorities === undefined) return <SkeletonList rows={8} />
  if (authorities.length === 0) {
    return (
      <EmptyState icon={<Landmark />} title={trust.noneTitle} level={3}>
        {trust.noneText}
      </EmptyState>
    )
  }
  const ordered = inOrder(authorities)
  const rows = whole ? ordered : ordered.slice(0, first)
  const shown = authorities.find(({ fingerprint }) => fingerprint === opened)
  return (
    <>
      <div className="max-md:p-3">
        <Table
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={({ fingerprint }) => fingerprint}
          phoneCard={(authority) => (
            <AuthorityPhoneCard
              authority={authority}
              maySwitch={maySwitch}
              onOpen={() => setOpened(authority.fingerprint)}
            />
          )}
        />
      </div>
      <CardFooter className="justify-between!">
        <p className="text-small text-ink-muted">{trust.shown(rows.length, authorities.length)}</p>
        {rows.length < authorities.length && (
          <Button size="sm" onClick={() => setWhole(true)}>
            {trust.showAll(authorities.length)}
          </Button>
        )}
      </CardFooter>
      {shown !== undefined && <AuthorityDetails authority={shown} open onOpenChange={() => setOpened(null)} />}
    </>
  )
}

function useColumns(maySwitch: boolean, onOpen: (fingerprint: string) => void): Column<Authority>[] {
  const trust = useTrustTexts()
  return [
    {
      key: 'on',
      header: trust.counts,
      hideHeader: true,
      width: '5.5rem',
      cell: (authority) => <StateCell authority={authority} maySwitch={maySwitch} />,
    },
    { key: 'name', header: trust.authority, width: 'auto', cell: (authority) => <NameCell authority={authority} /> },
    {
      key: 'until',
      header: trust.validUntil,
      width: '7rem',
      cell: (authority) => <ValidityCell authority={authority} />,
    },
    {
      key: 'fingerprint',
      header: trust.fingerprint,
      width: '12.5rem',
      from: 'lg',
      cell: (authority) => <FingerprintCell authority={authority} />,
    },
    {
      key: 'source',
      header: trust.source,
      width: '7.75rem',
      cell: (authority) => <SourceBadge authority={authority} />,
    },
    {
      key: 'details',
      header: trust.details,
      hideHeader: true,
      width: '3.25rem',
      cell: ({ subject, fingerprint }) => (
        <IconButton label={trust.detailsOf(subject)} onClick={() => onOpen(fingerprint)}>
          <ChevronRight />
        </IconButton>
      ),
    },
  ]
}
