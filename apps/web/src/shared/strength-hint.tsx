import { usePasswordsTexts } from './texts/passwords.ts'
import { cn } from '../ui/cn.ts'

type Strength = 'short' | 'fair' | 'good' | 'strong'

export const minimumPassword = 12

/** Length and variety, following NIST SP 800-63B-4: no composition rules, but repeated characters do not count. */
function passwordStrength(password: string): Strength {
  const distinct = new Set(password.toLowerCase()).size
  if (password.length < minimumPassword) return 'short'
  if (distinct < 6) return 'fair'
  if (password.length >= 20 && distinct >= 8) return 'strong'
  return password.length >= 15 ? 'good' : 'fair'
}

const steps: Record<Strength, number> = { short: 1, fair: 2, good: 3, strong: 4 }
const colors: Record<Strength, string> = {
  short: 'bg-danger',
  fair: 'bg-gold-ink',
  good: 'bg-on-soft-success',
  strong: 'bg-on-soft-success',
}

/** Password strength as four bars and a word. */
export function StrengthHint({ password }: { password: string }) {
  const passwords = usePasswordsTexts()
  if (password === '') return <>{passwords.hint}</>
  const strength = passwordStrength(password)
  const missing = minimumPassword - password.length
  return (
    <span className="flex items-center gap-3" aria-live="polite">
      <span aria-hidden className="flex flex-1 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={cn('h-1 flex-1 rounded-full', bar <= steps[strength] ? colors[strength] : 'bg-muted')}
          />
        ))}
      </span>
      <span className="min-w-28 text-right">
        {missing > 0 ? passwords.missing(missing) : passwords.strength[strength]}
      </span>
    </span>
  )
}
