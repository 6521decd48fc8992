import { Shield, ShieldAlert, ShieldCheck, ShieldQuestionMark, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, tones } from './badge.tsx'
import { cn } from './cn.ts'

/**
 * The terms of ETSI EN 319 102-1: passed, indeterminate, failed; `changed` passed, but permitted changes were made
 * after the signature; `none` without signatures.
 */
export type Verdict = 'passed' | 'changed' | 'indeterminate' | 'failed' | 'none'

const looks = {
  passed: { variant: 'success', Icon: ShieldCheck },
  indeterminate: { variant: 'warning', Icon: ShieldQuestionMark },
  changed: { variant: 'warning', Icon: ShieldAlert },
  failed: { variant: 'error', Icon: ShieldX },
  none: { variant: 'neutral', Icon: Shield },
} as const

/** A verification result in a pill with a shield: "2 firmas válidas". */
export function VerdictBadge({ verdict, size, children }: { verdict: Verdict; size?: 'sm'; children: ReactNode }) {
  const { variant, Icon } = looks[verdict]
  return (
    <Badge variant={variant} size={size} icon={verdict === 'none' ? undefined : <Icon aria-hidden />}>
      {children}
    </Badge>
  )
}

type IconProps = { verdict: Verdict; large?: boolean; className?: string }

/** The same as a disc: 40 px in a signature's card, 48 px beside a page heading. */
export function VerdictIcon({ verdict, large = false, className }: IconProps) {
  const { variant, Icon } = looks[verdict]
  return (
    <span
      aria-hidden
      className={cn(
        'flex shrink-0 items-center justify-center rounded-full',
        large ? 'size-12 [&_svg]:size-6' : 'size-10 [&_svg]:size-5',
        tones[variant],
        className,
      )}
    >
      <Icon />
    </span>
  )
}
