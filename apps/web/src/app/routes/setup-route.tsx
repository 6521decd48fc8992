import { useEffect, useState } from 'react'
import { fetchSetup, type SetupState } from '../../features/setup/api/setup.ts'
import { SetupForm } from '../../features/setup/components/setup-form.tsx'
import { useSetupTexts } from '../../features/setup/texts/setup.ts'
import { paths } from '../../lib/router/paths.ts'
import { toast } from '../../ui/toast-store.ts'
import { SignInLayout } from '../shell/sign-in-layout.tsx'
import { useNavigate } from '../../lib/router/router.tsx'

export function SetupRoute() {
  const setup = useSetupTexts()
  const navigate = useNavigate()
  // The guard has already fetched it, so there is almost no wait.
  const [state, setState] = useState<SetupState | null>(null)
  useEffect(() => {
    fetchSetup().then(
      (reply) => setState(reply),
      () => setState(null),
    )
  }, [])
  const done = (outcome: 'signed-in' | 'created') => {
    if (outcome === 'created') toast.warning(setup.signInFailed, { duration: 9000 })
    void navigate({ href: outcome === 'signed-in' ? paths.home() : paths.signIn() })
  }
  return (
    <SignInLayout>
      <h1 className="text-[1.75rem]/9 font-semibold tracking-[-0.02em]">{setup.title}</h1>
      <p className="mt-1 mb-6 text-balance text-ink-muted">{setup.text}</p>
      <SetupForm codeRequired={state?.code_required ?? false} sample={state?.sample ?? null} onDone={done} />
    </SignInLayout>
  )
}
