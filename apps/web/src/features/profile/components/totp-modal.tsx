import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { useSecurityTexts } from '../texts/security.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { fetchTotpSecret, securityQuery, sendTotpCode, type Proof, type TotpSecret } from '../api/security.ts'
import { useSend } from '../use-send.ts'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpPassword } from './totp-password.tsx'
import { TotpScan } from './totp-scan.tsx'

type Props = {
  /** The second factor is active and moves to another phone. */
  moving: boolean
  onClose: () => void
  onActivated: () => void
}
type Step = { title: string; description: string; submit: string; body: ReactNode }

/**
 * Three steps: password (with a code if a phone is set up already), phone, recovery codes. While the codes are shown,
 * only «saved» closes the dialog.
 */
export function TotpModal({ moving, onClose, onActivated }: Props) {
  const security = useSecurityTexts()
  const ui = useUiTexts()
  const form = useId()
  const queries = useQueryClient()
  const sending = useSend()
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  const finish = () => {
    toast.success(moving ? security.moved : security.activated)
    onClose()
    // The server now allows what the company's requirement blocked.
    void queries.invalidateQueries()
    if (!moving) onActivated()
  }
  const prove = async (proof: Proof) => {
    const drawn = await sending.send(() => fetchTotpSecret(proof))
    if (drawn === undefined) return
    setSecret(drawn)
    // A recovery code may have been used.
    void queries.invalidateQueries({ queryKey: securityQuery.queryKey })
  }
  const confirm = async (code: string) => {
    const reply = await sending.send(() => sendTotpCode(code))
    if (reply !== undefined) setCodes(reply.recovery_codes)
    return reply !== undefined
  }
  const again = () => {
    sending.forget()
    setSecret(null)
  }

  const step = (): Step => {
    if (codes !== null) {
      const body = <RecoveryCodes codes={codes} />
      const description = moving ? security.movedCodesText : security.codesText
      return { title: security.codesTitle, description, submit: security.codesSaved, body }
    }
    if (secret !== null) {
      const body = <TotpScan form={form} secret={secret} refusal={sending.refusal} onCode={confirm} onAgain={again} />
      const [title, submit] = moving
        ? [security.moveScanTitle, security.confirmMove]
        : [security.scanTitle, security.confirm]
      return { title, description: security.scanText, submit, body }
    }
    if (moving) {
      const { busy, refusal } = sending
      const body = <ProofForm form={form} busy={busy} refusal={refusal} onProof={(proof) => void prove(proof)} />
      return { title: security.moveTitle, description: security.moveText, submit: security.next, body }
    }
    const body = <TotpPassword form={form} sending={sending} onSecret={setSecret} />
    return { title: security.setupTitle, description: security.setupPasswordText, submit: security.next, body }
  }
  const { title, description, submit, body } = step()
  const shown = codes !== null
  return (
    <Modal
      open
      onOpenChange={shown ? () => {} : onClose}
      // A code has been spent to get here, so a click outside must not close the dialog.
      busy={shown || sending.busy || (moving && secret !== null)}
      title={title}
      description={description}
      footer={
        <>
          {!shown && (
            <Button variant="ghost" disabled={sending.busy} onClick={onClose}>
              {ui.cancel}
            </Button>
          )}
          <Button
            variant="primary"
            loading={sending.busy}
            {...(shown ? { onClick: finish } : { type: 'submit' as const, form })}
          >
            {submit}
          </Button>
        </>
      }
    >
      {body}
    </Modal>
  )
}
