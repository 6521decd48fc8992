import { useState } from 'react'
import { useSessionTexts } from './texts/session.ts'
import { signIn } from '../../lib/session/session-store.ts'
import { keepRemember } from '../../lib/session/last-signed-in-user.ts'
import {
  fetchPasskeyOptions,
  SessionUnreachableError,
  unreachable,
  type SecondStep,
  type SignInResult,
} from '../../lib/session/session-client.ts'
import { answerChallenge, PasskeyCancelledError } from '../../lib/session/passkey.ts'

export type SignInFailure = {
  title: string
  text: string
  /** Hint for invited users without a password. */
  invited?: string
}
type Credentials = { email: string; password: string; remember: boolean }

/**
 * Signs in with a passkey alone, or with email and password and the second step that the account requires, and
 * translates errors. The functions resolve to true when the user is signed in.
 */
export function useSignIn() {
  const session = useSessionTexts()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  /** The password was right and the second step is missing. */
  const [accepted, setAccepted] = useState<Credentials | null>(null)
  const [second, setSecond] = useState<SecondStep | null>(null)
  const [wrongCodes, setWrongCodes] = useState(0)

  const explain = ({ status, error, detail }: SignInResult): SignInFailure => {
    if (status === 0) return { title: session.unreachableTitle, text: session.unreachableText }
    if (status === 429) return { title: session.tooManyTitle, text: detail ?? session.tooManyText }
    if (error === 'CredentialsSignin')
      return { title: session.wrongTitle, text: detail ?? session.wrongText, invited: session.wrongInvited }
    if (error === 'PasskeyWrong' || error === 'PasskeyRefused')
      return {
        title: session.passkeyWrongTitle,
        text: error === 'PasskeyRefused' && detail !== null ? detail : session.passkeyWrongText,
      }
    return { title: session.otherTitle, text: detail ?? session.otherText }
  }

  const settle = (credentials: Credentials, result: SignInResult): boolean => {
    if (result.secondStep !== null) setSecond(result.secondStep)
    if (result.ok) keepRemember(credentials.remember)
    else if (result.error === 'TotpRequired') setAccepted(credentials)
    else if (result.error === 'TotpWrong') setWrongCodes((times) => times + 1)
    else {
      // A locked account: a code of the second factor passes.
      if (result.status === 429 && result.secondStep !== null) setAccepted(credentials)
      setFailure(explain(result))
      // The password is no longer right, so it is asked for again.
      if (result.error === 'CredentialsSignin') setAccepted(null)
    }
    return result.ok
  }

  /** Runs one attempt at a time. A closed passkey dialog changes nothing. */
  const attempt = async (work: () => Promise<boolean>): Promise<boolean> => {
    setBusy(true)
    setFailure(null)
    try {
      return await work()
    } catch (error) {
      if (error instanceof PasskeyCancelledError) return false
      if (error instanceof SessionUnreachableError) setFailure(explain(unreachable))
      else {
        console.error(error)
        setFailure({ title: session.otherTitle, text: session.otherText })
      }
      return false
    } finally {
      setBusy(false)
    }
  }

  const enter = async (credentials: Credentials, step: { code?: string; passkey?: string } = {}) => {
    const { email, password, remember } = credentials
    const fields = { email: email.trim(), password, remember: String(remember), ...step }
    return settle(credentials, await signIn('credentials', fields))
  }

  const enterAlone = async (remember: boolean) => {
    const options = await fetchPasskeyOptions()
    if (options === null) {
      setFailure({ title: session.passkeyWrongTitle, text: session.passkeyNotHere })
      return false
    }
    const passkey = JSON.stringify(await answerChallenge(options))
    const result = await signIn('passkey', { passkey, remember: String(remember) })
    if (result.ok) keepRemember(remember)
    else setFailure(explain(result))
    return result.ok
  }

  const enterWithPasskey = async (credentials: Credentials, options: NonNullable<SecondStep['passkey']>) =>
    await enter(credentials, { passkey: JSON.stringify(await answerChallenge(options)) })

  return {
    send: (email: string, password: string, remember: boolean) => attempt(() => enter({ email, password, remember })),
    /** Signs in with a passkey, without email and password. */
    sendAlone: (remember: boolean) => attempt(() => enterAlone(remember)),
    /** Sends the code with the accepted password. */
    sendCode: async (code: string) => accepted !== null && (await attempt(() => enter(accepted, { code }))),
    /** Sends a passkey's answer with the accepted password. */
    sendPasskey: async () => {
      const options = second?.passkey ?? null
      return accepted !== null && options !== null && (await attempt(() => enterWithPasskey(accepted, options)))
    },
    startOver: () => {
      setAccepted(null)
      setSecond(null)
      setWrongCodes(0)
      setFailure(null)
    },
    /** How the second step can be taken; null: it is not asked for. */
    second: accepted === null ? null : (second ?? { app: true, passkey: null }),
    wrongCodes,
    busy,
    failure,
  }
}

export type SignIn = ReturnType<typeof useSignIn>
