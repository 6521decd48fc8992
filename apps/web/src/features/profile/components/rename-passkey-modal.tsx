import type { PasskeyRow } from '@foja/contracts/passkeys'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '../../../ui/form-modal.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { securityQuery, sendPasskeyName } from '../api/profile.ts'
import { useSecurityTexts } from '../texts/security.ts'
import { useSend } from '../use-send.ts'

type Props = { passkey: PasskeyRow; onClose: () => void }

/** Changes the name of a passkey. */
export function RenamePasskeyModal({ passkey, onClose }: Props) {
  const security = useSecurityTexts()
  const queries = useQueryClient()
  const { send, busy, refusal } = useSend()
  const [name, setName] = useState(passkey.nombre)
  const [attempt, setAttempt] = useState(0)
  const save = async () => {
    setAttempt(attempt + 1)
    const nombre = name.trim()
    if (nombre === '' || (await send(() => sendPasskeyName(passkey.id, nombre))) === undefined) return
    toast.success(security.passkeyRenamed)
    await queries.invalidateQueries({ queryKey: securityQuery.queryKey })
    onClose()
  }
  return (
    <FormModal
      title={security.renamePasskeyTitle}
      submit={security.savePasskeyName}
      busy={busy}
      failure={refusal?.detail ?? null}
      attempt={attempt}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={security.passkeyName}
        error={attempt > 0 && name.trim() === '' ? security.passkeyNameMissing : undefined}
        maxLength={60}
        autoFocus
        value={name}
        onValueChange={setName}
      />
    </FormModal>
  )
}
