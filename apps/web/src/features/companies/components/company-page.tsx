import type { Company } from '@foja/contracts/companies'
import { useQuery } from '@tanstack/react-query'
import { Building2, Pencil } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { companiesQuery } from '../../../shared/companies.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { taxIdName } from '../../../shared/tax-id.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCompaniesTexts } from '../texts/companies.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/details.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { textLink } from '../../../ui/link.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SkeletonForm } from '../../../ui/skeleton.tsx'
import type { CompaniesSearch } from '../companies-search.ts'
import { countryName } from '../country-name.ts'
import type { CompanyDialog } from './company-dialogs.tsx'
import { CompanyMenu, type CompanyAct } from './company-menu.tsx'
import { CompanyState } from './companies-table.tsx'
import { LogoCard } from './logo-card.tsx'
import { useProvider } from '../../../lib/session/provider.ts'
import { Switch } from '../../../ui/switch.tsx'
import { peopleOfQuery } from '../api/companies.ts'

const RequireModal = lazyPart(async () => (await import('./require-modal.tsx')).RequireModal)

/** Whether the second factor is required in the company, and how many users lack it. */
function SecurityCard({ company }: { company: Company }) {
  const companies = useCompaniesTexts()
  const { data: people } = useQuery(peopleOfQuery(company.id))
  const provider = useProvider()
  const [asking, setAsking] = useState<'totp' | 'passkey' | null>(null)
  const lacksTotp = people?.filter(({ has_totp: has }) => !has)
  const lacksPasskey = people?.filter(({ has_passkey: has }) => !has)
  const lacking = company.exige_passkey ? lacksPasskey : lacksTotp
  return (
    <Card aria-labelledby="company-security">
      <CardHeader title={companies.security} titleId="company-security" />
      <CardBody className="flex flex-col items-start gap-3">
        <Switch
          label={companies.require}
          hint={
            provider === null
              ? companies.requireHint
              : `${companies.requireHint} ${companies.requireUnless(provider.name)}`
          }
          checked={company.exige_totp}
          disabled={!company.actions.includes('update')}
          onCheckedChange={() => setAsking('totp')}
        />
        <Switch
          label={companies.requirePasskey}
          hint={companies.requirePasskeyHint}
          checked={company.exige_passkey}
          disabled={!company.actions.includes('update')}
          onCheckedChange={() => setAsking('passkey')}
        />
        {lacking !== undefined && people !== undefined && people.length > 0 && (
          <p className="text-small text-ink-muted">
            {lacking.length === 0
              ? companies.allHave
              : company.exige_passkey
                ? companies.lackingPasskey(lacking.length, people.length)
                : companies.lacking(lacking.length, people.length)}{' '}
            {lacking.length > 0 && !company.exige_passkey && (
              <AppLink to={paths.usersWithoutTotp(company.id)} className={textLink}>
                {companies.lackingLink}
              </AppLink>
            )}
          </p>
        )}
      </CardBody>
      {asking !== null && (
        <RequireModal
          company={company}
          what={asking}
          lacking={(asking === 'passkey' ? lacksPasskey : lacksTotp) ?? []}
          onClose={() => setAsking(null)}
        />
      )}
    </Card>
  )
}

const CompanyDialogs = lazyPart(async () => (await import('./company-dialogs.tsx')).CompanyDialogs)

type Props = {
  /** null: the user belongs to no company. */
  id: string | null
  /** The user belongs to this company. */
  own: boolean
  /** The user can go back to a list of companies. */
  listed: boolean
  /** From the address: the company being edited. */
  editar: string | undefined
  onOpen: (change: Pick<CompaniesSearch, 'editar'>) => void
  /** The company was deleted. */
  onGone: () => void
  /** Cards of other features about an active company. */
  children?: ReactNode
}

/** One company: its data, logo, people and settings for sign-in and signing. */
export function CompanyPage(props: Props) {
  const { id, listed } = props
  const companies = useCompaniesTexts()
  const { data, isLoadingError, error, refetch } = useQuery(companiesQuery)
  const company = data?.find((one) => one.id === id)
  if (company !== undefined) return <Content {...props} company={company} />
  return (
    <>
      <PageHeader title={listed ? companies.title : companies.mine} />
      <Card>
        {isLoadingError ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <SkeletonForm fields={5} />
        ) : (
          <EmptyState
            icon={<Building2 />}
            title={id === null ? companies.noneTitle : companies.goneTitle}
            action={
              listed ? (
                <Button asChild>
                  <AppLink to={paths.companies()}>{companies.toList}</AppLink>
                </Button>
              ) : undefined
            }
          >
            {id === null ? companies.noneText : companies.goneText}
          </EmptyState>
        )}
      </Card>
    </>
  )
}

function Content({ company, own, editar, onOpen, onGone, children }: Props & { company: Company }) {
  const companies = useCompaniesTexts()
  const [dialog, setDialog] = useState<CompanyDialog | null>(null)
  const { actions } = company
  const edited = editar === company.id && actions.includes('update') ? company : undefined
  const act = (kind: CompanyAct) => {
    if (kind === 'update') onOpen({ editar: company.id })
    else setDialog({ kind, company })
  }
  const close = (removed = false) => {
    setDialog(null)
    onOpen({ editar: undefined })
    if (removed) onGone()
  }
  return (
    <>
      <PageHeader
        title={company.nombre}
        badge={<CompanyState {...company} />}
        actions={
          <>
            {actions.includes('update') && (
              <Button icon={<Pencil />} onClick={() => act('update')}>
                {companies.edit}
              </Button>
            )}
            <CompanyMenu here company={company} onAct={act} />
          </>
        }
      />
      {!company.activa && (
        <Alert variant="warning" title={companies.inactiveTitle} className="mb-4">
          {companies.inactiveText}
        </Alert>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <DetailsCard company={company} />
          <LogoCard company={company} />
          {company.activa && children}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <PeopleCard company={company} />
          <SecurityCard company={company} />
          {own && (
            <LinksCard
              id="company-signing"
              title={companies.signing}
              text={companies.signingText}
              links={[
                [paths.signingSettings(), companies.signingLink],
                [paths.trustAnchors(), companies.trustLink],
              ]}
            />
          )}
          <LinksCard
            id="company-programs"
            title={companies.programs}
            text={companies.programsText}
            links={[[paths.programs(company.id), companies.programsLink]]}
          />
          <LinksCard
            id="company-privacy"
            title={companies.privacy}
            text={companies.privacyText}
            links={[[paths.privacy(company.id), companies.privacyLink]]}
          />
        </div>
      </div>
      {(edited !== undefined || dialog !== null) && (
        <CompanyDialogs fresh={false} edited={edited} dialog={dialog} onClose={close} />
      )}
    </>
  )
}

function DetailsCard({ company }: { company: Company }) {
  const companies = useCompaniesTexts()
  const { locale, date } = useFormat()
  const orNothing = (value: string | null) => value ?? <span className="text-ink-muted">{companies.notStated}</span>
  return (
    <Card aria-labelledby="company-details">
      <CardHeader title={companies.details} titleId="company-details" />
      <CardBody>
        <Facts
          columns={2}
          items={[
            { label: companies.name, value: company.nombre },
            {
              label: taxIdName(company.pais, companies.taxId),
              value: orNothing(company.identificacion),
              code: company.identificacion !== null,
            },
            { label: companies.country, value: orNothing(company.pais && countryName(company.pais, locale)) },
            { label: companies.email, value: orNothing(company.email) },
            { label: companies.phone, value: orNothing(company.telefono) },
            { label: companies.address, value: orNothing(company.direccion) },
            { label: companies.since, value: date(company.created_at) },
          ]}
        />
      </CardBody>
    </Card>
  )
}

type LinksCardProps = {
  id: string
  title: string
  text: string
  /** Address and text of each link below. */
  links: readonly (readonly [to: string, label: string])[]
}

/** What another page has about the company, with the way there. */
function LinksCard({ id, title, text, links }: LinksCardProps) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader title={title} titleId={id} />
      <CardBody className="flex flex-col items-start gap-2">
        <p className="text-ink-muted">{text}</p>
        {links.map(([to, label]) => (
          <AppLink key={to} to={to} className={textLink}>
            {label}
          </AppLink>
        ))}
      </CardBody>
    </Card>
  )
}

function PeopleCard({ company }: { company: Company }) {
  const companies = useCompaniesTexts()
  const { plural } = useFormat()
  return (
    <LinksCard
      id="company-people"
      title={companies.peopleTitle}
      text={companies.peopleText(
        plural(company.usuarios, companies.people),
        plural(company.expedientes, companies.cases),
      )}
      links={[[paths.users(company.id), companies.peopleLink]]}
    />
  )
}
