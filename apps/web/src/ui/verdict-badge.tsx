import { Shield, ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, tones } from './badge.tsx'
import { cn } from './cn.ts'

/** In the words of ETSI EN 319 102-1: passed, indeterminate, failed; `none` where nothing is signed. */
export type Verdict = 'passed' | 'indeterminate' | 'failed' | 'none'

const looks = {
  passed: { variant: 'success', Icon: ShieldCheck },
  indeterminate: { variant: 'warning', Icon: ShieldQuestionMark },
  failed: { variant: 'error', Icon: ShieldAlert },
  none: { variant: 'neutral', Icon: Shield },
} as const

/** What a verification found, in a pill with a shield: "2 firmas válidas". */
export function VerdictBadge({ verdict, children }: { verdict: Verdict; children: ReactNode }) {
  const { variant, Icon } = looks[verdict]
  return (
    <Badge variant={variant} icon={verdict === 'none' ? undefined : <Icon aria-hidden />}>
      {children}
    </Badge>
  )
}

/** The same as a disc of 40, at the head of a signature's card. */
export function VerdictIcon({ verdict, className }: { verdict: Verdict; className?: string }) {
  const { variant, Icon } = looks[verdict]
  return (
    <span
      aria-hidden
      className={cn('flex size-10 shrink-0 items-center justify-center rounded-full', tones[variant], className)}
    >
      <Icon className="size-5" />
    </span>
  )
}
