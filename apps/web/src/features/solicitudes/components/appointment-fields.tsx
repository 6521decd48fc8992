import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { localToday } from '../../../lib/format/local-moment.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { Appointment } from '../appointment.ts'
import { PersonPicker } from '../../../shared/person-picker.tsx'

type Props = {
  value: Appointment
  onChange: (change: Partial<Appointment>) => void
  dateError?: string | undefined
  placeError?: string | undefined
  personError?: string | undefined
  company?: string | undefined
}

/** Fields for date, time, place and assignee. */
export function AppointmentFields({ value, onChange, dateError, placeError, personError, company }: Props) {
  const caseForms = useCaseFormsTexts()
  const { when, lugar, asignado } = value
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label={caseForms.date} error={dateError} optional>
          <Input
            type="date"
            min={localToday()}
            value={when.date}
            onChange={(event) => onChange({ when: { ...when, date: event.target.value } })}
          />
        </Field>
        <Field label={caseForms.time}>
          <Input
            type="time"
            step={300}
            value={when.time}
            onChange={(event) => onChange({ when: { ...when, time: event.target.value } })}
          />
        </Field>
      </div>
      <Field label={caseForms.place} hint={caseForms.placeHint} error={placeError} optional>
        <Input maxLength={200} value={lugar} onChange={(event) => onChange({ lugar: event.target.value })} />
      </Field>
      <Field label={caseForms.assignee} error={personError} optional>
        <PersonPicker value={asignado} onChange={(person) => onChange({ asignado: person })} company={company} />
      </Field>
    </div>
  )
}
