import type { PasskeyRow } from '@foja/contracts/passkeys'
import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '../../../lib/session/passkey.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import type { SecurityState } from '../api/profile.ts'
import { useSecurityTexts } from '../texts/security.ts'
import { ProofModal } from './proof-modal.tsx'
import { RecoveryCodesLeft } from './recovery-codes-left.tsx'
import { SecurityRow } from './security-row.tsx'

const AddPasskeyModal = lazyPart(async () => (await import('./add-passkey-modal.tsx')).AddPasskeyModal)
const RenamePasskeyModal = lazyPart(async () => (await import('./rename-passkey-modal.tsx')).RenamePasskeyModal)

type Dialog = { what: 'add' } | { what: 'renew' } | { what: 'rename' | 'remove'; passkey: PasskeyRow }

type Props = {
  state: SecurityState
  /** A passkey was added that the company requires. */
  onActivated: () => void
}

/** The user's passkeys: list, names, removal, and another one. */
export function PasskeysRow({ state, onActivated }: Props) {
  const security = useSecurityTexts()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const { passkeys, totp, has_password: hasPassword } = state
  const { keys, required } = passkeys
  const owed = totp.owed && (required || totp.enabled_at === null)
  const works = passkeys.available && hasPasskeys()
  const canAdd = works && (hasPassword || keys.length > 0)
  const alone = keys.length > 0 && totp.enabled_at === null
  // What the company requires stays.
  const kept = keys.length === 1 && (required || (totp.required && totp.enabled_at === null))
  return (
    <SecurityRow
      icon={<Fingerprint />}
      title={security.passkeys}
      badge={required && <Badge variant={owed ? 'warning' : 'neutral'}>{security.totpRequired}</Badge>}
      actions={
        <>
          {canAdd && (
            <Button
              size="sm"
              variant={owed && required ? 'primary' : 'secondary'}
              onClick={() => setDialog({ what: 'add' })}
            >
              {security.addPasskey}
            </Button>
          )}
          {alone && hasPassword && (
            <Button size="sm" onClick={() => setDialog({ what: 'renew' })}>
              {security.renew}
            </Button>
          )}
        </>
      }
      below={
        keys.length === 0 ? undefined : (
          <ul aria-label={security.passkeys} className="flex flex-col divide-y divide-line">
            {keys.map((passkey) => (
              <Passkey key={passkey.id} passkey={passkey} kept={kept} onOpen={setDialog} />
            ))}
          </ul>
        )
      }
    >
      <p>
        {works
          ? hasPassword || keys.length > 0
            ? security.passkeysText
            : security.passkeysWithoutPassword
          : security.passkeysNotHere}
      </p>
      {alone && <RecoveryCodesLeft left={totp.recovery_codes_left} />}
      {kept && <p className="mt-1">{security.passkeyKeptText}</p>}
      {dialog?.what === 'renew' && <ProofModal what="renew" onClose={close} />}
      {dialog?.what === 'remove' && <ProofModal what={dialog.passkey} onClose={close} />}
      {dialog?.what === 'add' && <AddPasskeyModal onClose={close} onAdded={owed ? onActivated : () => {}} />}
      {dialog?.what === 'rename' && <RenamePasskeyModal passkey={dialog.passkey} onClose={close} />}
    </SecurityRow>
  )
}

type PasskeyProps = { passkey: PasskeyRow; kept: boolean; onOpen: (dialog: Dialog) => void }

function Passkey({ passkey, kept, onOpen }: PasskeyProps) {
  const security = useSecurityTexts()
  const { relative, date } = useFormat()
  const { nombre, created_at, last_used_at, synced, suspect } = passkey
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-ink">
          <span className="min-w-0 truncate">{nombre}</span>
          {suspect && <Badge variant="error">{security.passkeySuspect}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4">
          <span>{security.passkeySince(date(created_at))}</span>
          <span>{last_used_at === null ? security.passkeyUnused : security.sessionUsed(relative(last_used_at))}</span>
          {synced && <span>{security.passkeySynced}</span>}
        </p>
      </div>
      <IconButton label={security.renamePasskeyOf(nombre)} onClick={() => onOpen({ what: 'rename', passkey })}>
        <Pencil />
      </IconButton>
      {!kept && (
        <IconButton label={security.removePasskeyOf(nombre)} onClick={() => onOpen({ what: 'remove', passkey })}>
          <Trash2 />
        </IconButton>
      )}
    </li>
  )
}
