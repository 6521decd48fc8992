import { useCompaniesTexts } from '../texts/companies.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Badge: active or deactivated. */
export function CompanyState({ activa }: { activa: boolean }) {
  const companies = useCompaniesTexts()
  return (
    <Badge variant={activa ? 'success' : 'neutral'} dot>
      {activa ? companies.active : companies.inactive}
    </Badge>
  )
}
