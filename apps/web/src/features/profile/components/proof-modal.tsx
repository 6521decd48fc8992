import type { PasskeyRow, Proof } from '@foja/contracts/passkeys'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSecurityTexts } from '../texts/security.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { fetchNewCodes, securityQuery, sendRemovePasskey, sendRemoveTotp } from '../api/profile.ts'
import { useSend } from '../use-send.ts'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'

/** `PasskeyRow`: the passkey to remove; `remove`: the app's codes; `renew`: other recovery codes. */
type Props = { what: 'renew' | 'remove' | PasskeyRow; onClose: () => void }

/** Confirms with a proof, then shows new recovery codes or removes a second factor. */
export function ProofModal({ what, onClose }: Props) {
  const security = useSecurityTexts()
  const form = useId()
  const queries = useQueryClient()
  const { send, busy, refusal } = useSend()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const shown = codes !== null
  const remove = what !== 'renew'
  const passkey = typeof what === 'string' ? null : what

  const finish = (words: string) => {
    toast.success(words)
    void queries.invalidateQueries({ queryKey: securityQuery.queryKey })
    onClose()
  }
  const act = async (proof: Proof) => {
    if (passkey !== null) {
      if ((await send(() => sendRemovePasskey(passkey.id, proof))) !== undefined) finish(security.passkeyRemoved)
    } else if (remove) {
      if ((await send(() => sendRemoveTotp(proof))) !== undefined) finish(security.removed)
    } else {
      const reply = await send(() => fetchNewCodes(proof))
      if (reply !== undefined) setCodes(reply.recovery_codes)
    }
  }
  const [title, description] = shown
    ? [security.codesTitle, security.codesText]
    : passkey !== null
      ? [security.removePasskeyTitle(passkey.nombre), security.removePasskeyText]
      : remove
        ? [security.removeTitle, security.removeText]
        : [security.renewTitle, security.renewText]
  return (
    <Modal
      open
      onOpenChange={shown ? () => {} : onClose}
      busy={shown || busy}
      title={title}
      description={description}
      footer={
        shown ? (
          <Button variant="primary" onClick={() => finish(security.renewed)}>
            {security.codesSaved}
          </Button>
        ) : (
          <FormFooter
            form={form}
            submit={remove ? security.remove : security.next}
            danger={remove}
            busy={busy}
            onCancel={onClose}
          />
        )
      }
    >
      {shown ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <ProofForm form={form} busy={busy} refusal={refusal} onProof={(proof) => void act(proof)} />
      )}
    </Modal>
  )
}
