import { useTexts } from '../../../i18n/texts.tsx'
import { Badge } from '../../../ui/badge.tsx'

/** Badge: active or deactivated. */
export function CompanyState({ activa }: { activa: boolean }) {
  const { companies } = useTexts()
  return (
    <Badge variant={activa ? 'success' : 'neutral'} dot>
      {activa ? companies.active : companies.inactive}
    </Badge>
  )
}
