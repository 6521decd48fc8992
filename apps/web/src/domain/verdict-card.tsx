import type { SignatureReport } from '@foja/contracts/verification'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Texts } from '../i18n/es.ts'
import { useFormat, useTexts } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure, Facts, type Fact } from '../ui/details.tsx'
import { VerdictBadge, VerdictIcon } from '../ui/verdict-badge.tsx'
import { badgeOf, sentenceOf, verdictOf, warningsOf } from './describe-signature.ts'

type Props = {
  signature: SignatureReport
  /** What the reader can do about it, or see of it; what may only be pressed leaves paper by itself. */
  repair?: ReactNode
  /** Two columns of facts, where there is room. */
  wide?: boolean
}

/** One signature: name, badge, one plain sentence, what to do, and the technical facts for who wants them. */
export function VerdictCard({ signature, repair, wide = false }: Props) {
  const { verdict } = useTexts()
  const facts = useFacts(signature)
  const state = verdictOf(signature)
  const name =
    signature.signer?.name ?? (signature.kind === 'timestamp' ? verdict.timestampSeal : verdict.unknownSigner)
  return (
    <Card tone={state === 'failed' ? 'error' : 'none'} className="p-4">
      <div className="flex items-start gap-3">
        <VerdictIcon verdict={state} />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="text-section font-semibold wrap-anywhere">{name}</h3>
          <VerdictBadge verdict={state}>{badgeOf(signature, verdict)}</VerdictBadge>
        </div>
      </div>
      <p className="mt-3 text-pretty text-ink-muted">{sentenceOf(signature, verdict)}</p>
      {repair !== undefined && <div className="mt-3">{repair}</div>}
      <div className="mt-2 border-t border-line pt-1">
        <Disclosure summary={verdict.facts}>
          <Facts items={facts} columns={wide ? 2 : 1} />
          <Chain signature={signature} />
          <Notices signature={signature} />
          <p className="mt-3 text-meta text-ink-muted">
            {verdict.result(signature.indication, signature.subindication)} · ETSI EN 319 102-1
          </p>
        </Disclosure>
      </div>
    </Card>
  )
}

/** What the engine noticed besides, one sentence each. */
function Notices({ signature }: { signature: SignatureReport }) {
  const { verdict } = useTexts()
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

/** Each timestamp in a line: when, by whom, and what is wrong with it. */
function sealsOf(signature: SignatureReport, texts: Texts['verdict'], dateTime: (at: string) => string): Fact[] {
  return signature.timestamps.map(({ time, tsa, valid, trusted }, at) => {
    const text = texts.sealed(dateTime(time), tsa)
    const value = !valid ? texts.sealBad(text) : trusted ? text : texts.sealUntrusted(text)
    return { label: at === 0 ? texts.sealedBy : `${texts.sealedBy} ${at + 1}`, value }
  })
}

function revocationOf(signature: SignatureReport, texts: Texts['verdict'], dateTime: (at: string) => string): string {
  const { revocation, revocation_source, revoked_at } = signature
  const found = revoked_at === null ? texts.revocations[revocation] : texts.revokedSince(dateTime(revoked_at))
  return revocation_source === null ? found : `${found}, ${texts.revocationFrom[revocation_source]}`
}

function useFacts(signature: SignatureReport): Fact[] {
  const { verdict } = useTexts()
  const { dateTime, date } = useFormat()
  const { signer, signed_at, claimed_at, time_source, reason, location } = signature
  const proven = time_source === 'timestamp'
  const when = signed_at === null ? verdict.noTime : (proven ? verdict.stamped : verdict.claimed)(dateTime(signed_at))
  return [
    ...(signer === null
      ? []
      : [
          { label: verdict.issuedBy, value: signer.issuer },
          ...(signer.identificacion === null ? [] : [{ label: verdict.identification, value: signer.identificacion }]),
        ]),
    { label: verdict.time, value: when },
    ...(proven && claimed_at !== null ? [{ label: verdict.claimedTime, value: dateTime(claimed_at) }] : []),
    ...sealsOf(signature, verdict, dateTime),
    // Where nobody was asked, the sentence below says so.
    ...(signature.revocation === 'not_checked'
      ? []
      : [{ label: verdict.revocation, value: revocationOf(signature, verdict, dateTime) }]),
    { label: verdict.level, value: verdict.levels[signature.level] ?? signature.level },
    ...(signature.kind === 'certification' ? [{ label: verdict.certificateKind, value: verdict.certifies }] : []),
    { label: verdict.covers, value: signature.covers_whole_file ? verdict.coversAll : verdict.coversPart },
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
  const { verdict } = useTexts()
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
