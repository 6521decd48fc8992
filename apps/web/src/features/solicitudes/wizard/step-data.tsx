import { useWizardTexts } from '../texts/wizard.ts'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import type { Wizard } from './use-wizard.ts'

/** Step 1: title and notes of the case file. */
export function StepData({ draft, update, errors }: Wizard) {
  const wizard = useWizardTexts()
  return (
    <div className="flex flex-col gap-5">
      <Field label={wizard.caseTitle} hint={wizard.caseTitleHint} error={errors.titulo} required>
        <Input
          autoFocus
          maxLength={200}
          value={draft.titulo}
          onChange={(event) => update({ titulo: event.target.value })}
        />
      </Field>
      <Field label={wizard.notes} hint={wizard.notesHint} error={errors.notas} optional>
        <Textarea
          rows={5}
          className="min-h-28"
          maxLength={5000}
          value={draft.notas}
          onChange={(event) => update({ notas: event.target.value })}
        />
      </Field>
    </div>
  )
}
