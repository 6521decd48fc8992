import type { Proof } from '@foja/contracts/passkeys'
import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { createPasskey, PasskeyCancelledError, type PasskeyOptions } from '../../../lib/session/passkey.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { fetchNewPasskey, sendNewPasskey } from '../api/profile.ts'
import { useSecurityTexts } from '../texts/security.ts'
import { useDeviceName } from '../use-device-name.ts'
import { useSend } from '../use-send.ts'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Props = { onClose: () => void; onAdded: () => void }

/** Characters of a name (contracts: `passkeyName`). */
const longestName = 60

/**
 * Three steps: proof, name and the browser's own dialog, and with the first second factor the recovery codes. While the
 * codes are shown, only «saved» closes the dialog.
 */
export function AddPasskeyModal({ onClose, onAdded }: Props) {
  const security = useSecurityTexts()
  const ui = useUiTexts()
  const form = useId()
  const queries = useQueryClient()
  const nameDevice = useDeviceName()
  const sending = useSend()
  const { send, busy, refusal, forget } = sending
  const [options, setOptions] = useState<PasskeyOptions | null>(null)
  const [name, setName] = useState(() => nameDevice(navigator.userAgent))
  const [failed, setFailed] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  const finish = () => {
    toast.success(security.passkeyAdded)
    onClose()
    // The server now allows what the company's requirement blocked.
    void queries.invalidateQueries()
    onAdded()
  }
  const prove = async (proof: Proof) => {
    const begun = await send(() => fetchNewPasskey(proof))
    if (begun !== undefined) setOptions(begun)
  }
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || asking || options === null) return
    const nombre = name.trim()
    setFailed(nombre === '' ? security.passkeyNameMissing : null)
    if (nombre === '') return
    setAsking(true)
    try {
      const passkey = await createPasskey(options)
      const added = await send(() => sendNewPasskey(nombre, passkey))
      // Its challenge was used or has expired: the next attempt needs another one.
      if (added === undefined) setOptions(null)
      else if (added.recovery_codes === null) finish()
      else setCodes(added.recovery_codes)
    } catch (error) {
      if (error instanceof PasskeyCancelledError) return
      const known = (error as Error).name === 'InvalidStateError'
      setFailed(known ? security.passkeyKnown : security.passkeyFailed)
    } finally {
      setAsking(false)
    }
  }
  const shown = codes !== null
  const [title, description, submit] = shown
    ? [security.codesTitle, security.codesText, security.codesSaved]
    : options === null
      ? [security.addPasskeyTitle, security.setupProofText, security.next]
      : [security.namePasskeyTitle, security.namePasskeyText, security.createPasskey]
  return (
    <Modal
      open
      onOpenChange={shown ? () => {} : onClose}
      busy={shown || busy || asking}
      title={title}
      description={description}
      footer={
        <>
          {!shown && (
            <Button variant="ghost" disabled={busy || asking} onClick={onClose}>
              {ui.cancel}
            </Button>
          )}
          <Button
            variant="primary"
            loading={busy || asking}
            icon={options === null || shown ? undefined : <Fingerprint />}
            {...(shown ? { onClick: finish } : { type: 'submit' as const, form })}
          >
            {submit}
          </Button>
        </>
      }
    >
      {shown ? (
        <RecoveryCodes codes={codes} />
      ) : options === null ? (
        <ProofForm
          form={form}
          busy={busy}
          refusal={refusal}
          onProof={(proof) => {
            forget()
            void prove(proof)
          }}
        />
      ) : (
        <form id={form} noValidate onSubmit={(event) => void create(event)} className="flex flex-col gap-4">
          {failed !== null && name.trim() !== '' && <Alert variant="error">{failed}</Alert>}
          <TextField
            label={security.passkeyName}
            hint={security.passkeyNameHint}
            error={name.trim() === '' ? (failed ?? undefined) : undefined}
            maxLength={longestName}
            autoFocus
            value={name}
            onValueChange={setName}
          />
        </form>
      )}
    </Modal>
  )
}
