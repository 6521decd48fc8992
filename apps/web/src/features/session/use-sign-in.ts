import { useState } from 'react'
import { useSessionTexts } from './texts/session.ts'
import { signIn } from '../../lib/session/session-store.ts'
import { keepRemember } from '../../lib/session/last-signed-in-user.ts'
import type { SignInResult } from '../../lib/session/session-client.ts'

export type SignInFailure = {
  title: string
  text: string
  /** Hint for invited users without a password. */
  invited?: string
}
type Credentials = { email: string; password: string; remember: boolean }

/**
 * Signs in with email and password, and with a code if the account requires one, and translates errors. The functions
 * resolve to true when the user is signed in.
 */
export function useSignIn() {
  const session = useSessionTexts()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  /** The password was right and the code is missing. */
  const [accepted, setAccepted] = useState<Credentials | null>(null)
  const [wrongCodes, setWrongCodes] = useState(0)

  const explain = ({ status, error, detail }: SignInResult): SignInFailure => {
    if (status === 0) return { title: session.unreachableTitle, text: session.unreachableText }
    if (status === 429) return { title: session.tooManyTitle, text: detail ?? session.tooManyText }
    if (error === 'CredentialsSignin')
      return { title: session.wrongTitle, text: detail ?? session.wrongText, invited: session.wrongInvited }
    return { title: session.otherTitle, text: detail ?? session.otherText }
  }

  const settle = (credentials: Credentials, result: SignInResult): boolean => {
    if (result.ok) keepRemember(credentials.remember)
    else if (result.error === 'TotpRequired') setAccepted(credentials)
    else if (result.error === 'TotpWrong') setWrongCodes((times) => times + 1)
    else {
      setFailure(explain(result))
      // The password is no longer right, so it is asked for again.
      if (result.error === 'CredentialsSignin') setAccepted(null)
    }
    return result.ok
  }

  const enter = async (credentials: Credentials, code?: string): Promise<boolean> => {
    setBusy(true)
    setFailure(null)
    try {
      const result = await signIn('credentials', {
        email: credentials.email.trim(),
        password: credentials.password,
        remember: String(credentials.remember),
        ...(code === undefined ? {} : { code }),
      })
      return settle(credentials, result)
    } catch (error) {
      console.error(error)
      setFailure({ title: session.otherTitle, text: session.otherText })
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    send: (email: string, password: string, remember: boolean) => enter({ email, password, remember }),
    /** Sends the code with the accepted password. */
    sendCode: async (code: string) => accepted !== null && (await enter(accepted, code)),
    startOver: () => {
      setAccepted(null)
      setWrongCodes(0)
      setFailure(null)
    },
    wantsCode: accepted !== null,
    wrongCodes,
    busy,
    failure,
  }
}

export type SignIn = ReturnType<typeof useSignIn>
