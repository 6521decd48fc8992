import { useState } from 'react'
import { hasPasskeys } from '../../../lib/session/passkey.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import type { SignIn } from '../use-sign-in.ts'

const CodeStep = lazyPart(async () => (await import('./code-step.tsx')).CodeStep)
const PasskeyStep = lazyPart(async () => (await import('./passkey-step.tsx')).PasskeyStep)

type Props = { signIn: SignIn; onSignedIn: () => void; action: string }

/** Asks for a passkey or a code in place of the password; loaded on demand. */
export function SecondStep({ signIn, onSignedIn, action }: Props) {
  const { second, wrongCodes, failure, busy, startOver } = signIn
  const passkey = second?.passkey != null && hasPasskeys()
  const [code, setCode] = useState(!passkey)
  const finish = async (sending: Promise<boolean>) => {
    if (await sending) onSignedIn()
  }
  const waiting = <Spinner className="mx-auto size-7 text-gold-ink" />
  return code ? (
    <CodeStep
      fallback={waiting}
      onCode={(typed) => void finish(signIn.sendCode(typed))}
      onBack={startOver}
      onPasskey={passkey ? () => setCode(false) : undefined}
      app={second?.app !== false}
      wrongTimes={wrongCodes}
      failure={failure}
      busy={busy}
      action={action}
    />
  ) : (
    <PasskeyStep
      fallback={waiting}
      onPasskey={() => void finish(signIn.sendPasskey())}
      onCode={() => setCode(true)}
      onBack={startOver}
      failure={failure}
      busy={busy}
    />
  )
}
