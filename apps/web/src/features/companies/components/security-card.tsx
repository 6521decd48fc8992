import type { Company } from '@foja/contracts/companies'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useCompaniesTexts } from '../texts/companies.ts'
import { paths } from '../../../lib/router/paths.ts'
import { useProvider } from '../../../lib/session/use-provider.ts'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { textLink } from '../../../ui/link.ts'
import { Switch } from '../../../ui/switch.tsx'
import { peopleOfQuery } from '../api/people-of.ts'

const RequireModal = lazyPart(async () => (await import('./require-modal.tsx')).RequireModal)

/** Whether the second factor is required in the company, and how many users lack it. */
export function SecurityCard({ company }: { company: Company }) {
  const companies = useCompaniesTexts()
  const { data: people } = useQuery(peopleOfQuery(company.id))
  const provider = useProvider()
  const [asking, setAsking] = useState(false)
  const lacking = people?.filter(({ has_totp: has }) => !has)
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
          onCheckedChange={() => setAsking(true)}
        />
        {lacking !== undefined && people !== undefined && people.length > 0 && (
          <p className="text-small text-ink-muted">
            {lacking.length === 0 ? companies.allHave : companies.lacking(lacking.length, people.length)}{' '}
            {lacking.length > 0 && (
              <AppLink to={paths.usersWithoutTotp(company.id)} className={textLink}>
                {companies.lackingLink}
              </AppLink>
            )}
          </p>
        )}
      </CardBody>
      {asking && (
        <Suspense fallback={null}>
          <RequireModal company={company} lacking={lacking ?? []} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Card>
  )
}
