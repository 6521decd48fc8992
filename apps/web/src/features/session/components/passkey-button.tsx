import { Fingerprint } from 'lucide-react'
import { hasPasskeys } from '../../../lib/session/passkey.ts'
import { Button } from '../../../ui/button.tsx'
import { useSessionTexts } from '../texts/session.ts'
import type { SignIn } from '../use-sign-in.ts'

type Props = { signIn: SignIn; remember: boolean; onSignedIn: () => void }

/** Signs in with a passkey alone; renders nothing if this browser has none for this address. */
export function PasskeyButton({ signIn, remember, onSignedIn }: Props) {
  const session = useSessionTexts()
  if (!hasPasskeys()) return null
  const enter = async () => {
    if (await signIn.sendAlone(remember)) onSignedIn()
  }
  return (
    <Button size="lg" block icon={<Fingerprint />} disabled={signIn.busy} onClick={() => void enter()}>
      {session.withoutPassword}
    </Button>
  )
}
