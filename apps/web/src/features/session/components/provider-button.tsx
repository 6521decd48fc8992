import { Building2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { fetchProvider, knownProvider, providerAddress } from '../../../lib/provider.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { OtherWay } from './other-way.tsx'

/** Signing in with the office's own account, where the server has been told of one; otherwise nothing. */
export function ProviderButton({ back }: { back: string }) {
  const { session } = useTexts()
  const [provider, setProvider] = useState(knownProvider)
  const [busy, setBusy] = useState(false)
  useEffect(() => void fetchProvider().then(setProvider), [])
  if (provider === null) return null

  const leave = async () => {
    setBusy(true)
    try {
      window.location.assign(await providerAddress(back))
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
