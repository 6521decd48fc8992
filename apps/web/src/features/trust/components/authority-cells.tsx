import type { Authority } from '@foja/contracts/authorities'
import { ChevronRight } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTrustTexts } from '../texts/trust.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { switchAuthority } from '../api/trust.ts'
import { SourceBadge } from './source-badge.tsx'
import { useRefreshVerdicts } from '../use-refresh-verdicts.ts'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

const joining = new Set(['de', 'del', 'la', 'las', 'el', 'los', 'y', 'e', 'en', 'para', 'of', 'the', 'and'])

function readableWord(word: string, at: number): string {
  const lower = word.toLocaleLowerCase('es')
  if (joining.has(lower)) return at === 0 ? word.charAt(0) + lower.slice(1) : lower
  // Initials, numbers and abbreviations stay as they are: S.A., CA-2, TSA.
  return word.length <= 3 || /[-.\d]/.test(word) ? word : word.charAt(0) + lower.slice(1)
}

/** Converts an all-capitals authority name to normal case. Short words are left alone. */
export function readableName(name: string): string {
  const shouts = name.length > 20 && name === name.toLocaleUpperCase('es')
  return shouts ? name.split(' ').map(readableWord).join(' ') : name
}

/** Switches optimistically, and reverts with the reason when the server refuses. */
export function useAuthoritySwitch<Input extends { on: boolean }>(send: (input: Input) => Promise<unknown>) {
  const refresh = useRefreshVerdicts()
  const { mutate, isPending, variables } = useToastMutation({
    mutationFn: async (input: Input) => {
      await send(input)
      await refresh()
    },
  })
  return { turn: mutate, isPending, wanted: isPending ? variables?.on : undefined }
}

export const isExpired = ({ not_after }: Pick<Authority, 'not_after'>): boolean => Date.parse(not_after) < Date.now()

/** The switch, or the state in words for users who may not switch and for authorities that depend on their root. */
export function StateCell({ authority, maySwitch }: { authority: Authority; maySwitch: boolean }) {
  const trust = useTrustTexts()
  const { turn, wanted } = useAuthoritySwitch(switchAuthority)
  const { fingerprint, subject, on, counts, has_switch } = authority
  if (!maySwitch || !has_switch)
    return <span className="text-small text-ink-muted">{counts ? trust.on : trust.off}</span>
  return (
    <Switch
      hideLabel
      className="py-0!"
      label={subject}
      checked={wanted ?? on}
      onCheckedChange={(next) => turn({ fingerprint, on: next })}
    />
  )
}

/** The kind of an authority in one line. */
function useKind(): (authority: Authority) => string {
  const trust = useTrustTexts()
  return ({ kind, issuer, organization, subject }) => {
    const what =
      kind === 'root' ? trust.root : issuer === null ? trust.intermediate : trust.issuedBy(readableName(issuer))
    return organization === null || organization === subject ? what : `${readableName(organization)} · ${what}`
  }
}

export function NameCell({ authority }: { authority: Authority }) {
  const kindOf = useKind()
  return (
    <>
      <p className={cn('line-clamp-2 font-medium', !authority.counts && 'text-ink-muted')} title={authority.subject}>
        {readableName(authority.subject)}
      </p>
      <p className="truncate text-meta text-ink-muted">{kindOf(authority)}</p>
    </>
  )
}

export function ValidityCell({ authority }: { authority: Authority }) {
  const trust = useTrustTexts()
  const { date } = useFormat()
  if (isExpired(authority)) return <Badge>{trust.expired}</Badge>
  return <span className="whitespace-nowrap">{date(authority.not_after)}</span>
}

const shortened = (fingerprint: string) => `${fingerprint.slice(0, 8)}…${fingerprint.slice(-8)}`

export function FingerprintCell({ authority: { fingerprint, subject } }: { authority: Authority }) {
  const trust = useTrustTexts()
  return (
    <span className="flex items-center gap-1">
      <span className="code whitespace-nowrap text-ink-muted">{shortened(fingerprint)}</span>
      <CopyButton text={fingerprint} label={trust.copyFingerprintOf(subject)} />
    </span>
  )
}

type CardProps = { authority: Authority; maySwitch: boolean; onOpen: () => void }

/** An authority as a card on phones. */
export function AuthorityPhoneCard({ authority, maySwitch, onOpen }: CardProps) {
  const trust = useTrustTexts()
  const { date } = useFormat()
  const kindOf = useKind()
  return (
    <>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className={cn('font-medium wrap-anywhere', !authority.counts && 'text-ink-muted')}>
            {readableName(authority.subject)}
          </p>
          <p className="text-small wrap-anywhere text-ink-muted">{kindOf(authority)}</p>
        </div>
        <StateCell authority={authority} maySwitch={maySwitch} />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <SourceBadge authority={authority} />
        <span className="text-small text-ink-muted">
          {isExpired(authority) ? trust.expired : trust.until(date(authority.not_after))}
        </span>
      </div>
      <div className="mt-1 flex items-center justify-between">
        <FingerprintCell authority={authority} />
        <IconButton label={trust.detailsOf(authority.subject)} onClick={onOpen}>
          <ChevronRight />
        </IconButton>
      </div>
    </>
  )
}
