import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { CodeInput, isWholeCode } from '../../../shared/code-input.tsx'
import { useSecurityTexts } from '../texts/security.ts'
import { qrPicture } from '../../../lib/files/qr-picture.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import type { TotpSecret } from '../api/security.ts'
import type { Refusal } from '../use-send.ts'

type Props = {
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
export function TotpScan({ form, secret, refusal, onCode, onAgain }: Props) {
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
