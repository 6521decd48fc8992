import { Building2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSessionTexts } from '../texts/session.ts'
import { keepRemember } from '../../../lib/session/last-signed-in-user.ts'
import { providerAddress, useProvider } from '../../../lib/session/provider.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'

/** A divider with a few words between two ways to sign in. */
export function OtherWay({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-small text-ink-muted">
      <span aria-hidden className="h-px flex-1 bg-line" />
      {children}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </p>
  )
}

type Props = {
  /** The address to return to after signing in. */
  back: string
  /** Whether the user stays signed in on this computer. */
  remember: boolean
}

/** Signs in with the identity provider; renders nothing if there is none. */
export function ProviderButton({ back, remember }: Props) {
  const session = useSessionTexts()
  const provider = useProvider()
  const [busy, setBusy] = useState(false)
  if (provider === null) return null

  const leave = async () => {
    setBusy(true)
    try {
      const address = await providerAddress(back, remember)
      // Stored now for the next visit; the user is known only after the return.
      keepRemember(remember)
      window.location.assign(address)
    } catch {
      setBusy(false)
      toast.error(session.oidcFailedTitle, { description: session.oidcFailedText })
    }
  }
  return (
    <>
      <OtherWay>{session.otherWay}</OtherWay>
      <Button size="lg" block icon={<Building2 />} loading={busy} onClick={() => void leave()}>
        {session.signInWith(provider.name)}
      </Button>
    </>
  )
}
