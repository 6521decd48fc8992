import { simpleConsent, simpleTextLength } from '@foja/contracts/simple-signature'
import { useMutation } from '@tanstack/react-query'
import { Eraser, Signature } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { useFormat, useLanguage } from '../../../lib/texts/texts.tsx'
import { DrawSheet, type Drawn } from '../../../shared/draw-sheet.tsx'
import { SupportCode } from '../../../shared/support-code.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { signSimple, type SimpleReply, type View } from '../api/recipient.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { useSimpleTexts } from '../texts/simple.ts'
import { useAct } from '../use-act.ts'
import { countDocuments } from '../words.ts'
import { StepForm } from './step-form.tsx'

type Props = {
  token: string
  view: View
  /** Leads back to the documents. */
  back: (busy: boolean) => ReactNode
  onSigned: (reply: SimpleReply) => void
}

/** The drawing as base64 of a PNG; null without strokes. */
function imageOf(sheet: Drawn | null): string | null {
  const address = sheet?.picture()?.toDataURL('image/png')
  return address === undefined ? null : address.slice(address.indexOf(',') + 1)
}

type Kind = 'drawn' | 'typed'

/** A signature without a certificate: drawn or typed, with the consent of the recipient. */
export function SimpleStep({ token, view, back, onSigned }: Props) {
  const texts = useRecipientTexts()
  const simple = useSimpleTexts()
  const format = useFormat()
  const { language } = useLanguage()
  const act = useAct(token)
  const [kind, setKind] = useState<Kind>('drawn')
  const [sheet, setSheet] = useState<Drawn | null>(null)
  const [blank, setBlank] = useState(true)
  const [text, setText] = useState(view.recipient.nombre.slice(0, simpleTextLength))
  const [agreed, setAgreed] = useState(false)
  const [tried, setTried] = useState(false)
  const send = useMutation({
    mutationFn: () => {
      const image = kind === 'drawn' ? imageOf(sheet) : null
      const words = { consent: true, language, utc_offset: -new Date().getTimezoneOffset() } as const
      return act(() => signSimple(token, image === null ? { ...words, text: text.trim() } : { ...words, image }))
    },
    onSuccess: onSigned,
  })
  const missing =
    kind === 'drawn' ? (blank ? simple.drawMissing : null) : text.trim() === '' ? simple.textMissing : null
  const submit = () => {
    setTried(true)
    if (missing === null && agreed && !send.isPending) send.mutate()
  }
  const problem = problemOf(send.error)
  return (
    <StepForm
      title={simple.title(countDocuments(view.documents.length, texts, format))}
      company={view.company}
      back={back(send.isPending)}
      submit={simple.submit}
      icon={<Signature />}
      busy={send.isPending}
      note={texts.key.final}
      onSubmit={submit}
    >
      <SegmentedControl
        block
        label={simple.how}
        value={kind}
        onValueChange={(next: Kind) => {
          setKind(next)
          setTried(false)
          // The sheet begins empty when it is shown again.
          setBlank(true)
        }}
        options={[
          { value: 'drawn', label: simple.kinds.drawn },
          { value: 'typed', label: simple.kinds.typed },
        ]}
      />
      {kind === 'drawn' ? (
        <Field group label={simple.sheet} hint={simple.sheetHint} error={tried ? missing : null}>
          <DrawSheet label={simple.sheet} onSheet={setSheet} onStroke={() => setBlank(false)} />
          <Button
            variant="ghost"
            icon={<Eraser />}
            disabled={blank || send.isPending}
            className="self-end"
            onClick={() => {
              sheet?.clear()
              setBlank(true)
            }}
          >
            {simple.clear}
          </Button>
        </Field>
      ) : (
        <Field label={simple.typed} error={tried ? missing : null}>
          <Input
            size="lg"
            autoComplete="name"
            maxLength={simpleTextLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      )}
      <div className="flex flex-col gap-1">
        <Checkbox checked={agreed} onCheckedChange={setAgreed} label={simpleConsent[language]} />
        {tried && !agreed && (
          <p role="alert" className="text-small text-error-ink">
            {simple.consentMissing}
          </p>
        )}
      </div>
      <p className="text-small text-pretty text-ink-muted">{simple.sealed(view.company)}</p>
      {isUnreported(send.error) && (
        <Alert variant="error" title={simple.failed}>
          <p>{problem?.detail ?? simple.unanswered}</p>
          <SupportCode problem={problem} />
        </Alert>
      )}
    </StepForm>
  )
}
