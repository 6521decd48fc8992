import { useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { signIn } from '../../lib/session-store.ts'
import { keepRemember } from './last-person.ts'
import type { SignInResult } from '../../lib/session-client.ts'

export type SignInFailure = { title: string; text: string }

/** Sends email and password and puts a refusal in words. `send` resolves to true when the person is signed in. */
export function useSignIn() {
  const { session } = useTexts()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)

  const explain = ({ status, error, detail }: SignInResult): SignInFailure => {
    if (status === 0) return { title: session.unreachableTitle, text: session.unreachableText }
    if (status === 429) return { title: session.tooManyTitle, text: detail ?? session.tooManyText }
    if (error === 'CredentialsSignin') return { title: session.wrongTitle, text: detail ?? session.wrongText }
    return { title: session.otherTitle, text: detail ?? session.otherText }
  }

  const send = async (email: string, password: string, remember: boolean): Promise<boolean> => {
    setBusy(true)
    setFailure(null)
    try {
      const result = await signIn('credentials', {
        email: email.trim(),
        password,
        remember: String(remember),
      })
      if (result.ok) keepRemember(remember)
      if (!result.ok) setFailure(explain(result))
      return result.ok
    } catch (error) {
      console.error(error)
      setFailure({ title: session.otherTitle, text: session.otherText })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, failure }
}
