import { useQuery } from '@tanstack/react-query'
import { FirstSteps } from '../../features/home/components/first-steps.tsx'
import { countriesQuery } from '../../features/trust/api/authorities.ts'
import { trustAnchorsQuery } from '../../features/trust/api/trust-anchors.ts'
import { usersQuery } from '../../features/users/api/list-users.ts'
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
