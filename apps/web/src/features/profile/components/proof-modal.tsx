import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSecurityTexts } from '../texts/security.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { fetchNewCodes, securityQuery, sendRemoveTotp, type Proof } from '../api/security.ts'
import { useSend } from '../use-send.ts'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Props = { what: 'renew' | 'remove'; onClose: () => void }

/** Confirms with password and code, then shows new recovery codes or turns the second factor off. */
export function ProofModal({ what, onClose }: Props) {
  const security = useSecurityTexts()
  const ui = useUiTexts()
  const form = useId()
  const queries = useQueryClient()
  const { send, busy, refusal } = useSend()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const shown = codes !== null
  const remove = what === 'remove'

  const finish = (words: string) => {
    toast.success(words)
    void queries.invalidateQueries({ queryKey: securityQuery.queryKey })
    onClose()
  }
  const act = async (proof: Proof) => {
    if (remove) {
      if ((await send(() => sendRemoveTotp(proof))) !== undefined) finish(security.removed)
    } else {
      const reply = await send(() => fetchNewCodes(proof))
      if (reply !== undefined) setCodes(reply.recovery_codes)
    }
  }
  const [title, description] = shown
    ? [security.codesTitle, security.codesText]
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
          <>
            <Button variant="ghost" disabled={busy} onClick={onClose}>
              {ui.cancel}
            </Button>
            <Button type="submit" form={form} variant={remove ? 'danger' : 'primary'} loading={busy}>
              {remove ? security.remove : security.next}
            </Button>
          </>
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
