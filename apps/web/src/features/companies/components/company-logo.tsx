import type { Company } from '@foja/contracts/companies'
import { Suspense } from 'react'
import { latePart } from '../../../i18n/late-part.ts'
import { Avatar } from '../../../ui/avatar.tsx'

const SmallLogo = latePart(async () => (await import('./small-logo.tsx')).SmallLogo, [], 'quiet')

/** The logo beside the name; the initials until it is there, and where there is none. */
export function CompanyMark({ company }: { company: Pick<Company, 'id' | 'nombre' | 'has_logo'> }) {
  const initials = <Avatar name={company.nombre} size="lg" square silent />
  if (!company.has_logo) return initials
  return (
    <Suspense fallback={initials}>
      <SmallLogo id={company.id}>{initials}</SmallLogo>
    </Suspense>
  )
}
