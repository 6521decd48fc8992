import { useQueryClient } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { CodeInput, isWholeCode } from '../../../shared/code-input.tsx'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { askCode, recipientQuery, type CodeAsked } from '../api/recipient.ts'
import { keepPass } from '../code-pass.ts'
import { useCodeTexts } from '../texts/code.ts'

type Props = { token: string; view: CodeAsked }

/** A code that goes to the recipient's address, before anything of the request is shown. */
export function CodeStep({ token, view }: Props) {
  const texts = useCodeTexts()
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(view.code_until !== null)
  const field = useRef<HTMLFormElement>(null)
  const sending = useFormSend({
    send: () => askCode(token),
    fields: [],
    onDone: () => {
      setCode('')
      setSent(true)
      checking.mend('code')
    },
  })
  const checking = useFormSend({
    send: () => askCode(token, code),
    fields: ['code'],
    onDone: async ({ pass }) => {
      if (pass !== null) keepPass(token, pass)
      await queries.invalidateQueries(recipientQuery(token))
    },
  })
  useEffect(() => {
    if (sent || checking.state.attempt > 0) field.current?.querySelector('input')?.focus()
  }, [sent, checking.state.attempt])
  const failure = sending.state.failure ?? checking.state.failure
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!sent) sending.submit({})
    else if (!checking.state.busy) checking.submit(isWholeCode(code) ? {} : { code: texts.incomplete })
  }
  return (
    <Card className="mx-auto my-auto w-full max-w-112">
      <CardBody className="flex flex-col gap-5 p-6!">
        <div className="flex flex-col gap-2">
          <MailCheck aria-hidden className="size-8 text-gold-ink" />
          <h1 className="text-title font-semibold text-balance">{texts.title(view.asked_by)}</h1>
          <p className="text-pretty text-ink-muted">
            {sent ? texts.sentTo(view.email) : texts.goesTo(view.company, view.email)}
          </p>
        </div>
        {failure !== null && <Alert variant="error">{failure}</Alert>}
        <form ref={field} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
          {sent && (
            <Field label={texts.code} error={checking.errors.code}>
              <CodeInput
                value={code}
                onCode={(digits) => {
                  setCode(digits)
                  checking.mend('code')
                }}
              />
            </Field>
          )}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            loading={sent ? checking.state.busy : sending.state.busy}
          >
            {sent ? texts.open : texts.send}
          </Button>
        </form>
        {sent && (
          <p className="text-small text-ink-muted">
            {texts.notThere}{' '}
            <button
              type="button"
              className="font-medium text-ink underline underline-offset-2"
              disabled={sending.state.busy}
              onClick={() => sending.submit({})}
            >
              {texts.again}
            </button>
          </p>
        )}
      </CardBody>
    </Card>
  )
}
