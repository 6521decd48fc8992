import type { Authority } from '@foja/contracts/authorities'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTrustTexts } from '../texts/trust.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Facts } from '../../../ui/details.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { inFours } from '../short-name.ts'
import { SourceBadge } from './source-badge.tsx'

type Props = { authority: Authority; open: boolean; onOpenChange: (open: boolean) => void }

/** All known details of a shipped authority. */
export function AuthorityDetails({ authority, open, onOpenChange }: Props) {
  const trust = useTrustTexts()
  const ui = useUiTexts()
  const { date } = useFormat()
  const { facts } = trust
  const { organization, issuer, kind, key, not_before, not_after, intermediates, found_in } = authority
  return (
    <Modal
      variant="wide"
      open={open}
      onOpenChange={onOpenChange}
      title={authority.subject}
      footer={<Button onClick={() => onOpenChange(false)}>{ui.close}</Button>}
    >
      <div className="flex flex-col gap-4">
        <Facts
          columns={2}
          items={[
            ...(organization === null ? [] : [{ label: facts.organization, value: organization }]),
            { label: facts.kind, value: kind === 'root' ? trust.root : trust.intermediate },
            ...(issuer === null ? [] : [{ label: facts.issuer, value: issuer }]),
            { label: facts.validity, value: trust.valid(date(not_before), date(not_after)) },
            { label: facts.key, value: key },
            ...(intermediates === 0 ? [] : [{ label: facts.intermediates, value: intermediates }]),
          ]}
        />
        <div>
          <p className="flex items-center gap-1 text-small text-ink-muted">
            {trust.fingerprint} <CopyButton text={authority.fingerprint} label={trust.copyFingerprint} />
          </p>
          <p className="code wrap-anywhere">{inFours(authority.fingerprint)}</p>
        </div>
        <div className="flex flex-col gap-2">
          <h3 className="font-semibold">{trust.known}</h3>
          <div>
            <SourceBadge authority={authority} />
          </div>
          <p className="text-small text-ink-muted">{trust.confidence[authority.confidence]}</p>
          {authority.notes.length > 0 && (
            <ul className="flex list-disc flex-col gap-1 pl-5 text-small text-ink-muted">
              {authority.notes.map((note) => (
                <li key={note}>{trust.notes[note]}</li>
              ))}
            </ul>
          )}
          <p className="text-small text-ink-muted">{trust.foundIn}</p>
          <ul className="flex flex-col gap-1">
            {found_in.map((repository) => (
              <li key={repository} className="code wrap-anywhere">
                {repository}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Modal>
  )
}
