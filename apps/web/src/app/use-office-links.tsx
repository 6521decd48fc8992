import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../shared/app-link.tsx'
import { useAppTexts } from '../ui/texts/app.ts'
import { paths } from '../lib/router/paths.ts'
import { useSession } from '../lib/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { useMay } from '../shared/use-may.ts'

type Place = { to: string; icon: ReactNode; label: string }

/** Links between the settings pages and the company, for users who manage them. */
export function useOfficeLinks({ to, icon, label }: Place): ReactNode {
  const app = useAppTexts()
  const { data: session } = useSession()
  const listed = useMay('company.create')
  const mayKeep = useMay('company.update')
  const company = session?.user.id_company ?? null
  if (!mayKeep) return undefined
  return (
    <>
      <Button asChild size="sm" icon={<Building2 />}>
        <AppLink to={listed && company !== null ? paths.company(company) : paths.companies()}>
          {company === null ? app.nav.companies : app.nav.myCompany}
        </AppLink>
      </Button>
      <Button asChild size="sm" icon={icon}>
        <AppLink to={to}>{label}</AppLink>
      </Button>
    </>
  )
}
