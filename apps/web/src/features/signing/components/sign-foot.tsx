import { Lock, ShieldCheck, Signature, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { useSigningTexts } from '../texts/signing.ts'

type Props = {
  /** In the sheet of phones: a button that shows the other options. */
  phone: boolean
  /** The other options are shown. */
  more: boolean
  onMore: (more: boolean) => void
  hint: string
  error: string | null
  password: string
  onPassword: (password: string) => void
  /** The key or the document does not allow signing. */
  blocked: boolean
  busy?: boolean
  button: string
  /** Number of signatures that stay valid. */
  signatures: number
  /** Between the passphrase and the button. */
  children?: ReactNode
}

/** The part that every signature needs: passphrase and button. */
export function SignFoot(props: Props) {
  const { phone, more, onMore, hint, error, password, onPassword, blocked, busy = false, button, signatures } = props
  const signing = useSigningTexts()
  return (
    <>
      <Field label={signing.passphrase} hint={phone ? undefined : hint} error={error}>
        <PasswordInput
          size="lg"
          icon={<Lock />}
          autoComplete="off"
          value={password}
          disabled={blocked}
          readOnly={busy}
          onChange={(event) => onPassword(event.target.value)}
        />
      </Field>
      {props.children}
      <div className="flex gap-2">
        {phone && (
          <IconButton
            label={more ? signing.less : signing.more}
            variant="secondary"
            size="lg"
            tooltip={false}
            aria-expanded={more}
            onClick={() => onMore(!more)}
          >
            <SlidersHorizontal />
          </IconButton>
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          icon={<Signature />}
          loading={busy}
          disabled={blocked}
          className="min-w-0 shrink!"
        >
          {button}
        </Button>
      </div>
      {signatures > 0 && (
        <p className="flex items-center justify-center gap-2 text-center text-small text-ink-muted max-md:hidden">
          <ShieldCheck aria-hidden className="size-4" /> {signing.keepsOthers(signatures)}
        </p>
      )}
    </>
  )
}
