import { useQuery } from '@tanstack/react-query'
import { FirstSteps } from '../../features/home/components/first-steps.tsx'
import { countriesQuery, trustAnchorsQuery } from '../../features/trust/api/trust.ts'
import { usersQuery } from '../../features/users/api/users.ts'
import { useSession } from '../../lib/session/session.tsx'
import { useMay } from '../../shared/use-may.ts'

/** The first steps of an empty company; admins also see what the company lacks. */
export function HomeFirstSteps({ hasCertificate }: { hasCertificate: boolean }) {
  const { data: session } = useSession()
  const mayCreate = useMay('solicitud.create')
  const keepsOffice = useMay('user.list')
  const id_company = session?.user.id_company ?? undefined
  const people = useQuery({ ...usersQuery(1, { id_company, size: 1 }), enabled: keepsOffice })
  const countries = useQuery({ ...countriesQuery, enabled: keepsOffice })
  const added = useQuery({ ...trustAnchorsQuery, enabled: keepsOffice })
  const authority = (added.data?.length ?? 0) > 0 || countries.data?.some(({ active }) => active > 0) === true
  const office = { people: (people.data?.count ?? 0) > 1, authority }
  return <FirstSteps mayCreate={mayCreate} hasCertificate={hasCertificate} office={keepsOffice ? office : null} />
}
