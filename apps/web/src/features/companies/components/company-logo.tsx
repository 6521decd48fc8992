import type { Company } from '@foja/contracts/companies'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Avatar } from '../../../ui/avatar.tsx'

const SmallLogo = lazyPart(async () => (await import('./small-logo.tsx')).SmallLogo, 'quiet')

type Props = {
  company: Pick<Company, 'id' | 'nombre' | 'has_logo'>
  /** False defers loading of the logo. */
  shown?: boolean
}

/** The logo, or the initials while it loads and if there is none. */
export function CompanyMark({ company, shown = true }: Props) {
  const initials = <Avatar name={company.nombre} size="lg" square silent />
  if (!company.has_logo || !shown) return initials
  return (
    <SmallLogo fallback={initials} id={company.id}>
      {initials}
    </SmallLogo>
  )
}
