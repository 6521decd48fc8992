import { useEffect, useRef, useState, type FormEvent } from 'react'
import { CodeInput, isWholeCode } from '../../../shared/code-input.tsx'
import { useSecondStepTexts } from '../texts/second-step.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { SignInFailure } from '../use-sign-in.ts'

type CodeStepProps = {
  onCode: (code: string) => void
  onBack: () => void
  /** Returns to the passkey; absent: the user has none that works here. */
  onPasskey: (() => void) | undefined
  /** Codes of the app are accepted; recovery codes always are. */
  app: boolean
  /** Number of wrong codes: each one is announced, and the input is selected. */
  wrongTimes: number
  failure: SignInFailure | null
  busy: boolean
  action: string
}

/** Second step of signing in: the code of the authenticator app, or a recovery code. */
export function CodeStep({ onCode, onBack, onPasskey, app, wrongTimes, failure, busy, action }: CodeStepProps) {
  const secondStep = useSecondStepTexts()
  const [recovery, setRecovery] = useState(!app)
  const [code, setCode] = useState('')
  const [inputError, setInputError] = useState<string>()
  /** Wrong codes of the other kind, which are not announced here. */
  const [past, setPast] = useState(0)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (wrongTimes === 0) return
    input.current?.focus()
    input.current?.select()
  }, [wrongTimes])

  const turn = () => {
    setRecovery(!recovery)
    setCode('')
    setInputError(undefined)
    setPast(wrongTimes)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing = recovery ? code.trim() === '' : !isWholeCode(code)
    setInputError(missing ? (recovery ? secondStep.recoveryMissing : secondStep.codeMissing) : undefined)
    if (missing) input.current?.focus()
    else onCode(code.trim())
  }

  const wrong = recovery ? secondStep.recoveryWrong : secondStep.codeWrong
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div>
        <h2 className="text-section font-semibold">{recovery ? secondStep.recoveryTitle : secondStep.title}</h2>
        <p className="mt-1 text-ink-muted">{recovery ? secondStep.recoveryText : secondStep.text}</p>
      </div>
      {failure !== null && (
        <Alert variant="error" title={failure.title}>
          {failure.text}
        </Alert>
      )}
      <Field
        label={recovery ? secondStep.recoveryCode : secondStep.code}
        error={inputError ?? (wrongTimes > past ? wrong : undefined)}
        hint={recovery ? secondStep.noneLeft : undefined}
      >
        {recovery ? (
          <Input
            ref={input}
            key="recovery"
            size="lg"
            code
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        ) : (
          <CodeInput ref={input} key="app" size="lg" name="code" autoFocus value={code} onCode={setCode} />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" block loading={busy}>
        {action}
      </Button>
      <div className="flex flex-col gap-1">
        {app && (
          <Button variant="ghost" block onClick={turn}>
            {recovery ? secondStep.useApp : secondStep.useRecovery}
          </Button>
        )}
        {onPasskey !== undefined && (
          <Button variant="ghost" block onClick={onPasskey}>
            {secondStep.usePasskey}
          </Button>
        )}
        <Button variant="ghost" block onClick={onBack}>
          {secondStep.back}
        </Button>
      </div>
    </form>
  )
}
