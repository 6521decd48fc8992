import { signingRequestLimits as limits } from '@foja/contracts/request-states'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { dayIn, type Term } from './term.ts'
import { useTermTexts } from './texts/term.ts'

type Props = Term & { error: string | undefined; onChange: (part: Partial<Term>) => void }

const pauses = [1, 2, 3, 7, 14]

/** Until when people are asked, and how often they are reminded. */
export function TermFields({ lastDay, remind, error, onChange }: Props) {
  const texts = useTermTexts()
  // Another number than those offered comes from a draft that a program made.
  const offered = remind === null || pauses.includes(remind) ? pauses : [...pauses, remind].toSorted((a, b) => a - b)
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={texts.term} required error={error}>
        <Input
          type="date"
          min={dayIn(0)}
          max={dayIn(limits.days - 1)}
          value={lastDay}
          onChange={(event) => onChange({ lastDay: event.target.value })}
        />
      </Field>
      <Field label={texts.remind}>
        <Select
          value={remind === null ? 'none' : String(remind)}
          onValueChange={(next) => onChange({ remind: next === 'none' ? null : Number(next) })}
          options={[
            { value: 'none', label: texts.remindOptions.none },
            ...offered.map((days) => ({
              value: String(days),
              label: days === 1 ? texts.remindOptions.one : texts.remindOptions.other(days),
            })),
          ]}
        />
      </Field>
    </div>
  )
}
