import type { SignatureReport } from '@foja/contracts/verification'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { verdict } from './texts/verdict.ts'
import { useFormat } from '../lib/texts/texts.tsx'
import { useVerdictTexts } from './texts/verdict.ts'
import { Card } from '../ui/card.tsx'
import { Disclosure, Facts, type Fact } from '../ui/details.tsx'
import { cn } from '../ui/cn.ts'
import { VerdictBadge, VerdictIcon } from '../ui/verdict-badge.tsx'
import { badgeOf, sentenceOf, signerName, verdictOf, warningsOf } from './describe-signature.ts'
import { personName } from './person-name.ts'

type Props = {
  signature: SignatureReport
  /** What the reader can do about it. Buttons are not printed. */
  repair?: ReactNode
  /** There is room beside the icon. */
  wide?: boolean
}

/** One signature: name, badge, one plain sentence, what to do, and collapsible technical facts. */
export function VerdictCard({ signature, repair, wide = false }: Props) {
  const verdict = useVerdictTexts()
  const format = useFormat()
  const facts = useFacts(signature)
  const state = verdictOf(signature)
  const { kind } = signature
  const name = signerName(signature, verdict) ?? (kind === 'timestamp' ? verdict.timestampSeal : verdict.unknownSigner)
  return (
    <Card
      tone={state === 'failed' ? 'error' : 'none'}
      className={cn('grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 p-4 pb-2', wide && 'md:px-5')}
    >
      <VerdictIcon verdict={state} />
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 self-center">
        <h3 className="text-section font-semibold wrap-anywhere">{name}</h3>
        <VerdictBadge verdict={state}>{badgeOf(signature, verdict)}</VerdictBadge>
      </div>
      <div className={cn('col-span-2 mt-2', wide && 'md:col-start-2')}>
        <p className="text-pretty text-ink-muted">{sentenceOf(signature, verdict, format)}</p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-5 gap-y-1">
          {repair}
          <div className="min-w-0 has-[[open]]:basis-full">
            <Disclosure summary={verdict.facts}>
              <Facts items={facts} />
              <Chain signature={signature} />
              <Notices signature={signature} />
              <p className="mt-3 text-meta text-ink-muted">
                {verdict.result(signature.indication, signature.subindication)} · ETSI EN 319 102-1
              </p>
            </Disclosure>
          </div>
        </div>
      </div>
    </Card>
  )
}

/** Further warnings of the engine, one sentence each. */
function Notices({ signature }: { signature: SignatureReport }) {
  const verdict = useVerdictTexts()
  const notices = warningsOf(signature, verdict.warnings)
  if (notices.length === 0) return null
  return (
    <ul className="mt-3 flex flex-col gap-1 text-small">
      {notices.map((notice) => (
        <li key={notice} className="flex items-start gap-2">
          <Info aria-hidden className="size-4 shrink-0 text-ink-muted" /> {notice}
        </li>
      ))}
    </ul>
  )
}

/** One line per timestamp: when, by whom, and its problems. */
function timestampFacts(signature: SignatureReport, texts: typeof verdict, dateTime: (at: string) => string): Fact[] {
  return signature.timestamps.map(({ time, tsa, valid, trusted }, at) => {
    const text = texts.sealed(dateTime(time), tsa)
    const value = !valid ? texts.sealBad(text) : trusted ? text : texts.sealUntrusted(text)
    return { label: at === 0 ? texts.sealedBy : `${texts.sealedBy} ${at + 1}`, value }
  })
}

function revocationOf(signature: SignatureReport, texts: typeof verdict, dateTime: (at: string) => string): string {
  const { revocation, revocation_source, revoked_at } = signature
  const found = revoked_at === null ? texts.revocations[revocation] : texts.revokedSince(dateTime(revoked_at))
  return revocation_source === null ? found : `${found}, ${texts.revocationFrom[revocation_source]}`
}

/** Additions after signing without a visible effect. */
function quietAdditions({ additions }: SignatureReport, texts: typeof verdict): Fact[] {
  const added = new Set(additions.map(({ kind }) => texts.quiet[kind]).filter((text) => text !== undefined))
  return added.size === 0 ? [] : [{ label: texts.quietAdditions, value: [...added].join('. ') }]
}

/** Whether the pages were rendered and compared with the signed ones. */
function comparisonFact({ visual: { result, pages_compared } }: SignatureReport, texts: typeof verdict): Fact[] {
  if (result === 'whole') return []
  const value = result === 'partial' ? texts.visuals.partial(pages_compared) : texts.visuals[result]
  return [{ label: texts.visual, value }]
}

/** The name in the certificate, where the title does not show it as it is. */
function holderFact({ signer, simple }: SignatureReport, texts: typeof verdict): Fact[] {
  if (signer === null) return []
  if (simple !== undefined) return [{ label: texts.sealOf, value: signer.name }]
  return personName(signer.name) === signer.name ? [] : [{ label: texts.holder, value: signer.name }]
}

function useFacts(signature: SignatureReport): Fact[] {
  const verdict = useVerdictTexts()
  const { dateTime, date } = useFormat()
  const { signer, signed_at, claimed_at, time_source, reason, location } = signature
  const proven = time_source === 'timestamp'
  const when = signed_at === null ? verdict.noTime : (proven ? verdict.stamped : verdict.claimed)(dateTime(signed_at))
  return [
    ...(signer === null
      ? []
      : [
          ...holderFact(signature, verdict),
          { label: verdict.issuedBy, value: signer.issuer },
          ...(signer.identificacion === null ? [] : [{ label: verdict.identification, value: signer.identificacion }]),
        ]),
    { label: verdict.time, value: when },
    ...(proven && claimed_at !== null ? [{ label: verdict.claimedTime, value: dateTime(claimed_at) }] : []),
    ...timestampFacts(signature, verdict, dateTime),
    // If no authority was asked, the sentence says so already.
    ...(signature.revocation === 'not_checked'
      ? []
      : [{ label: verdict.revocation, value: revocationOf(signature, verdict, dateTime) }]),
    { label: verdict.level, value: verdict.levels[signature.level] ?? signature.level },
    ...(signature.kind === 'certification' ? [{ label: verdict.certificateKind, value: verdict.certifies }] : []),
    { label: verdict.covers, value: signature.covers_whole_file ? verdict.coversAll : verdict.coversPart },
    ...comparisonFact(signature, verdict),
    ...quietAdditions(signature, verdict),
    ...(reason === null ? [] : [{ label: verdict.reason, value: reason }]),
    ...(location === null ? [] : [{ label: verdict.place, value: location }]),
    ...(signer === null
      ? []
      : [
          { label: verdict.certificateDates, value: verdict.from_to(date(signer.valid_from), date(signer.valid_to)) },
          { label: verdict.key, value: signer.key_type },
          { label: verdict.serial, value: signer.serial, code: true },
          { label: verdict.fingerprint, value: signer.fingerprint, code: true },
        ]),
  ]
}

function Chain({ signature }: { signature: SignatureReport }) {
  const verdict = useVerdictTexts()
  if (signature.chain.length === 0) return null
  return (
    <div className="mt-3">
      <p className="text-small text-ink-muted">{verdict.chain}</p>
      <ol className="mt-1 flex flex-col gap-1 text-small">
        {signature.chain.map((one) => (
          <li key={one.fingerprint} title={one.fingerprint}>
            {one.nombre}
            {one.anchor && <span className="text-on-soft-success"> · {verdict.anchor}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
