import { ScanQrCode } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useVerifyTexts } from '../texts/verify.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { cleanCode, groupCode } from '../verification-code.ts'

type Props = { busy: boolean; onCode: (code: string) => void; onScan: () => void }

/** For a document on paper: enter its code or scan it. */
export function CodeForm({ busy, onCode, onScan }: Props) {
  const verify = useVerifyTexts()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const whole = code.length === 16
    setMissing(!whole)
    if (whole) onCode(code)
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <Card>
      <CardHeader title={verify.codeTitle} />
      <CardBody>
        <p className="mb-4 text-ink-muted">{verify.codeText}</p>
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <Field label={verify.code} hint={verify.codeHint} error={missing ? verify.codeMissing : null}>
            <Input
              size="lg"
              className="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={groupCode(code)}
              onChange={(event) => {
                setMissing(false)
                setCode(cleanCode(event.target.value))
              }}
            />
          </Field>
          <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
            <Button type="submit" size="lg" loading={busy}>
              {verify.codeButton}
            </Button>
            <Button size="lg" icon={<ScanQrCode />} onClick={onScan}>
              {verify.scan}
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
