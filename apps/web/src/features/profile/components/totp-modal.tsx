import type { Proof } from '@foja/contracts/passkeys'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode, useRef, type FormEvent, useEffect, useMemo } from 'react'
import { useSecurityTexts } from '../texts/security.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { fetchTotpSecret, securityQuery, sendTotpCode, type TotpSecret } from '../api/profile.ts'
import { useSend, type Refusal } from '../use-send.ts'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { CodeInput, isWholeCode } from '../../../shared/code-input.tsx'
import { qrPicture } from '../../../lib/files/qr-picture.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'

type TotpScanProps = {
  form: string
  secret: TotpSecret
  refusal: Refusal | null
  /** Resolves to true if the code was right. */
  onCode: (code: string) => Promise<boolean>
  /** The server no longer has the secret: start over. */
  onAgain: () => void
}

/** Groups of four letters, for reading and typing. */
const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** Second step: the authenticator app scans the secret and proves it with a code. */
function TotpScan({ form, secret, refusal, onCode, onAgain }: TotpScanProps) {
  const security = useSecurityTexts()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // It replaces the password step, which had the focus.
  useEffect(() => input.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(!isWholeCode(code))
    if (!isWholeCode(code)) input.current?.focus()
    else if (!(await onCode(code))) input.current?.select()
  }
  const wrong = refusal?.code === 'totp_wrong'
  const startAgain = (
    <Button size="sm" onClick={onAgain}>
      {security.startAgain}
    </Button>
  )
  return (
    <form id={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {refusal !== null && !wrong && (
        <Alert variant="error" action={refusal.code === 'totp_not_begun' ? startAgain : undefined}>
          {refusal.detail}
        </Alert>
      )}
      <SecretToRead secret={secret} />
      <Field label={security.typeCode} error={missing ? security.codeMissing : wrong ? refusal.detail : undefined}>
        <CodeInput ref={input} value={code} onCode={setCode} />
      </Field>
    </form>
  )
}

/** The secret as QR code and as text, for manual input and for the same phone. */
function SecretToRead({ secret }: { secret: TotpSecret }) {
  const security = useSecurityTexts()
  const { size, path } = useMemo(() => qrPicture(secret.url), [secret.url])
  return (
    <div className="flex flex-wrap items-center gap-4">
      <svg
        role="img"
        aria-label={security.qrAlt}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        width={168}
        height={168}
        className="shrink-0 rounded-lg border border-line bg-white"
      >
        <path d={path} fill="#000" />
      </svg>
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
        <p className="text-small text-ink-muted">{security.typeInstead}</p>
        <p className="code wrap-anywhere text-ink">{inGroups(secret.secret)}</p>
        <div className="flex flex-wrap gap-2">
          <CopyButton variant="secondary" text={secret.secret} label={security.copySecret} />
          <Button asChild size="sm" className="sm:hidden">
            <a href={secret.url}>{security.openApp}</a>
          </Button>
        </div>
      </div>
    </div>
  )
}

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
    const { busy, refusal } = sending
    const body = <ProofForm form={form} busy={busy} refusal={refusal} onProof={(proof) => void prove(proof)} />
    const [title, description] = moving
      ? [security.moveTitle, security.moveText]
      : [security.setupTitle, security.setupProofText]
    return { title, description, submit: security.next, body }
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
