import { ShieldAlert } from 'lucide-react'
import { useSecurityTexts } from '../texts/security.ts'

/** At this number of recovery codes or fewer, the user is warned. */
const few = 3

/** How many recovery codes are left, with a warning if they are few. */
export function RecoveryCodesLeft({ left }: { left: number }) {
  const security = useSecurityTexts()
  return (
    <p className={left < few ? 'flex gap-1.5 text-on-soft-warning' : ''}>
      {left < few && <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
      <span>
        {security.codesLeft(left)} {left < few && security.codesFew}
      </span>
    </p>
  )
}
