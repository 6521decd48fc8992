import { useQuery } from '@tanstack/react-query'
import { mailStateQuery } from '../features/emails/api/mail-state.ts'
import type { FirstStep } from '../features/home/components/first-steps.tsx'
import { signerQuery } from '../features/signing/api/signer.ts'
import { metricsQuery } from '../features/solicitudes/api/metrics.ts'
import { templatesQuery } from '../features/templates/api/templates.ts'
import { countriesQuery, trustAnchorsQuery } from '../features/trust/api/trust.ts'
import { usersQuery } from '../features/users/api/users.ts'
import { paths } from '../lib/router/paths.ts'
import { useSession } from '../lib/session/session.tsx'
import { companiesQuery } from '../shared/companies.ts'
import { useMay } from '../shared/use-may.ts'

/** The first steps that the user's role allows, each with whether the office has done it. */
export function useFirstSteps(): FirstStep[] {
  const { data: session } = useSession()
  const keepsOffice = useMay('user.list')
  const mayCreate = useMay('solicitud.create')
  const setsUpMail = session?.user.role === 'admin'
  const id_company = session?.user.id_company ?? undefined
  const hasCompany = keepsOffice && id_company !== undefined
  const companies = useQuery({ ...companiesQuery, enabled: hasCompany })
  const mail = useQuery({ ...mailStateQuery, enabled: setsUpMail })
  const people = useQuery({ ...usersQuery(1, { id_company, size: 1 }), enabled: keepsOffice })
  const signer = useQuery(signerQuery)
  const countries = useQuery({ ...countriesQuery, enabled: keepsOffice })
  const added = useQuery({ ...trustAnchorsQuery, enabled: keepsOffice })
  const templates = useQuery({ ...templatesQuery(), enabled: hasCompany })
  const metrics = useQuery({ ...metricsQuery, enabled: mayCreate })

  const company = companies.data?.find(({ id }) => id === id_company)
  const counts = metrics.data
  const step = (key: FirstStep['key'], to: string, done: boolean) => ({ key, to, done })
  return [
    ...(hasCompany
      ? [step('company', paths.companies(), company?.has_logo === true && company.identificacion !== null)]
      : []),
    ...(setsUpMail ? [step('mail', paths.outbox(), mail.data?.configured === true)] : []),
    ...(keepsOffice ? [step('people', paths.newUser(), (people.data?.count ?? 0) > 1)] : []),
    step('certificate', paths.signer(), (signer.data?.certificate ?? null) !== null),
    ...(keepsOffice
      ? [
          step(
            'authority',
            paths.trustAnchors(),
            (added.data?.length ?? 0) > 0 || countries.data?.some(({ active }) => active > 0) === true,
          ),
        ]
      : []),
    ...(hasCompany ? [step('template', paths.newTemplate(), (templates.data?.length ?? 0) > 0)] : []),
    ...(mayCreate
      ? [
          step(
            'request',
            paths.newSolicitud(),
            counts !== undefined && counts.pendiente + counts.agendado + counts.concluido > 0,
          ),
        ]
      : []),
  ]
}
