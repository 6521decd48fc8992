import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import type { SignIn } from '../use-sign-in.ts'

const CodeStep = lazyPart(async () => (await import('./code-step.tsx')).CodeStep)

type Props = { signIn: SignIn; onSignedIn: () => void; action: string }

/** Asks for the code in place of the password; loaded on demand. */
export function SecondStep({ signIn, onSignedIn, action }: Props) {
  const send = async (code: string) => {
    if (await signIn.sendCode(code)) onSignedIn()
  }
  return (
    <Suspense fallback={<Spinner className="mx-auto size-7 text-gold-ink" />}>
      <CodeStep
        onCode={(code) => void send(code)}
        onBack={signIn.startOver}
        wrongTimes={signIn.wrongCodes}
        failure={signIn.failure}
        busy={signIn.busy}
        action={action}
      />
    </Suspense>
  )
}
