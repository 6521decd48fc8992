import { useEffect, useState } from 'react'
import { fetchSetup } from '../../features/setup/api/setup-state.ts'
import { SetupForm } from '../../features/setup/components/setup-form.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../ui/toast-store.ts'
import { SignInLayout } from '../shell/sign-in-layout.tsx'
import { useNavigate } from '../../lib/router.tsx'

export function SetupRoute() {
  const { setup } = useTexts()
  const navigate = useNavigate()
  // The guard of this page has asked before, so the answer is there at once or nearly.
  const [code, setCode] = useState(false)
  useEffect(() => {
    fetchSetup().then(
      (reply) => setCode(reply.code_required),
      () => setCode(false),
    )
  }, [])
  const done = (outcome: 'signed-in' | 'created') => {
    if (outcome === 'created') toast.warning(setup.signInFailed, { duration: 9000 })
    void navigate({ href: outcome === 'signed-in' ? paths.home() : paths.signIn() })
  }
  return (
    <SignInLayout>
      <h1 className="text-[1.75rem]/9 font-semibold tracking-[-0.02em]">{setup.title}</h1>
      <p className="mt-1 mb-6 text-ink-muted">{setup.text}</p>
      <SetupForm codeRequired={code} onDone={done} />
    </SignInLayout>
  )
}
