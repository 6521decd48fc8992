import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { sendTotpCode, type TotpSecret } from '../api/security.ts'
import { useSend } from '../use-send.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpPassword } from './totp-password.tsx'
import { TotpScan } from './totp-scan.tsx'

type Props = { onClose: () => void; onActivated: () => void }
type Step = { title: string; description: string; submit: string; body: ReactNode }

/** Three steps: the password, the phone, the recovery codes. Once the codes are shown nothing but «saved» closes it. */
export function TotpModal({ onClose, onActivated }: Props) {
  const { security, ui } = useTexts()
  const form = useId()
  const queries = useQueryClient()
  const sending = useSend()
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  const finish = () => {
    toast.success(security.activated)
    onClose()
    // Whatever the company did not let them see before comes now.
    void queries.invalidateQueries()
    onActivated()
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
      return { title: security.codesTitle, description: security.codesText, submit: security.codesSaved, body }
    }
    if (secret !== null) {
      const body = <TotpScan form={form} secret={secret} refusal={sending.refusal} onCode={confirm} onAgain={again} />
      return { title: security.scanTitle, description: security.scanText, submit: security.confirm, body }
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
      busy={shown || sending.busy}
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
