import { useState } from 'react'
import { fromLocalMoment, localToday, noMoment } from '../../../lib/format/local-moment.ts'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { answer, type Convened } from '../api/recipient.ts'
import { useConvenedTexts } from '../texts/convened.ts'
import { useAct } from '../use-act.ts'

type Props = {
  token: string
  view: Convened
  kind: 'otra_fecha' | 'no_asiste'
  onDone: (next: Convened) => void
  onClose: () => void
}

/** The party asks for another date, or does not come, with the reason. */
export function AnswerModal({ token, view, kind, onDone, onClose }: Props) {
  const texts = useConvenedTexts()
  const act = useAct(token)
  const [motivo, setMotivo] = useState('')
  const [when, setWhen] = useState(noMoment)
  const fecha = fromLocalMoment(when)
  const { errors, state, submit, mend } = useFormSend({
    send: () => {
      const reason = { motivo: motivo.trim() }
      const proposed = fecha == null ? {} : { fecha }
      return act(() =>
        answer(token, kind === 'no_asiste' ? { answer: kind, ...reason } : { answer: kind, ...reason, ...proposed }),
      )
    },
    fields: ['motivo', 'fecha'],
    byCode: { date_in_past: 'fecha' },
    onDone,
  })
  const change = (part: Partial<typeof when>) => {
    mend('fecha')
    setWhen({ ...when, ...part })
  }
  const send = () =>
    submit({
      ...(motivo.trim() === '' ? { motivo: texts.reasonMissing } : {}),
      ...(fecha === undefined ? { fecha: texts.dateIncomplete } : {}),
    })
  return (
    <FormModal
      title={kind === 'otra_fecha' ? texts.otherTitle : texts.declineTitle}
      description={texts.reasonGoesTo(view.asked_by)}
      submit={texts.send}
      onSubmit={send}
      onClose={onClose}
      {...state}
    >
      <Field label={texts.reason} error={errors.motivo} required>
        <Textarea
          value={motivo}
          maxLength={500}
          onChange={(event) => {
            mend('motivo')
            setMotivo(event.target.value)
          }}
        />
      </Field>
      {kind === 'otra_fecha' && (
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label={texts.date} error={errors.fecha} optional>
            <Input
              type="date"
              min={localToday()}
              value={when.date}
              onChange={(event) => change({ date: event.target.value })}
            />
          </Field>
          <Field label={texts.time}>
            <Input
              type="time"
              step={300}
              value={when.time}
              onChange={(event) => change({ time: event.target.value })}
            />
          </Field>
        </div>
      )}
    </FormModal>
  )
}
