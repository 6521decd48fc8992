import { useRef, useState, type FormEvent } from 'react'
import { useAccountTexts } from './texts/account.ts'
import { problemOf, wordsOf } from '../../lib/api/call.ts'

type Options = {
  /** Returns the error of the typed value before it is sent. */
  check: () => string | undefined
  send: () => Promise<void>
  /** Error codes shown at the field; all others are shown above the form. */
  ofField: readonly string[]
}

/** State of a form with one field: shows errors at the field, focuses it, and blocks double submission. */
export function useOneFieldForm({ check, send, ofField }: Options) {
  const account = useAccountTexts()
  const [fieldError, setFieldError] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const refuse = (words: string) => {
    setFieldError(words)
    input.current?.focus()
  }
  const run = async () => {
    setBusy(true)
    try {
      await send()
    } catch (error) {
      const problem = problemOf(error)
      const words = wordsOf(error, account.failed)
      if (problem !== null && ofField.includes(problem.code)) refuse(problem.errors?.[0]?.message ?? words)
      else setFailure(words)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFieldError(undefined)
    setFailure(null)
    if (busy) return
    const wrong = check()
    if (wrong === undefined) void run()
    else refuse(wrong)
  }
  return { input, fieldError, failure, busy, submit }
}
