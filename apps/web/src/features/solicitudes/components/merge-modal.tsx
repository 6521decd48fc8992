import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Modal } from '../../../ui/modal.tsx'
import {
  mergeRows,
  obviousPicks,
  pendingRows,
  type Editable,
  type EditableField,
  type MergeRow,
  type Picks,
  type Side,
} from '../merge.ts'
import type { Conflict, Edit } from '../use-edit.ts'

type Props = { edit: Edit; conflict: Conflict; onClose: () => void }

/** Merge after a conflict: per field the original, the user's and the current value. */
export function MergeModal({ edit, conflict, onClose }: Props) {
  const caseForms = useCaseFormsTexts()
  const ui = useUiTexts()
  const { base, mine, theirs } = conflict
  const rows = mergeRows(base, mine, theirs)
  const [chosen, setChosen] = useState<Picks>({})
  const picks = { ...obviousPicks(rows), ...chosen }
  const pending = pendingRows(rows, picks).length
  const closed = theirs.status === 'concluido'
  return (
    <Modal
      open
      busy={edit.busy}
      variant="wide"
      onOpenChange={onClose}
      title={caseForms.merge.title}
      description={caseForms.merge.text}
      footer={
        <>
          {pending > 0 && (
            <span className="mr-auto self-center text-small text-ink-muted">{caseForms.merge.pending(pending)}</span>
          )}
          <Button variant="ghost" disabled={edit.busy} onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button
            variant="primary"
            loading={edit.busy}
            disabled={pending > 0 || closed}
            onClick={() => void edit.saveMerged(picks)}
          >
            {caseForms.merge.save}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-1">
        {closed && <Alert variant="warning">{caseForms.merge.closed}</Alert>}
        {edit.errors.general !== undefined && (
          <Alert variant="error" title={caseForms.failed}>
            {edit.errors.general}
          </Alert>
        )}
        {rows.map((row) => (
          <MergeField
            key={row.field}
            row={row}
            conflict={conflict}
            picked={picks[row.field]}
            onPick={(side) => setChosen({ ...chosen, [row.field]: side })}
          />
        ))}
      </div>
    </Modal>
  )
}

/** A field's value in words. */
function useValueText() {
  const caseForms = useCaseFormsTexts()
  const { dateTime } = useFormat()
  return (value: Editable, field: EditableField): string => {
    const text =
      field === 'partes'
        ? value.partes
            .map(({ nombre, rol, email }) => [`${nombre} (${rol})`, email].filter(Boolean).join(' · '))
            .join('\n')
        : field === 'asignado_a'
          ? (value.asignado_a?.nombre ?? '')
          : field === 'fecha_agendada'
            ? value.fecha_agendada === null
              ? ''
              : dateTime(value.fecha_agendada)
            : (value[field] ?? '')
    return text === '' ? caseForms.merge.empty : text
  }
}

type FieldProps = {
  row: MergeRow
  conflict: Conflict
  picked: Side | undefined
  onPick: (side: Side) => void
}

function MergeField({ row: { field, kind }, conflict, picked, onPick }: FieldProps) {
  const caseForms = useCaseFormsTexts()
  const say = useValueText()
  const sides = [
    ['mine', kind === 'theirs' ? caseForms.merge.untouched : caseForms.merge.mine, conflict.mine],
    ['theirs', kind === 'mine' ? caseForms.merge.untouched : caseForms.merge.theirs, conflict.theirs],
  ] as const
  return (
    <fieldset className={cn('min-w-0 rounded-lg border p-4', kind === 'both' ? 'border-gold-ink' : 'border-line')}>
      <legend className="sr-only">{caseForms.fields[field]}</legend>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span aria-hidden className="font-semibold">
          {caseForms.fields[field]}
        </span>
        <span className="text-small text-ink-muted">
          {kind === 'agreed' ? caseForms.merge.agreed : caseForms.merge.only[kind]}
        </span>
      </div>
      <p className="mt-1 text-small wrap-anywhere whitespace-pre-line text-ink-muted">
        {caseForms.merge.was}: {say(conflict.base, field)}
      </p>
      {kind !== 'agreed' && (
        <div className="mt-3 grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          {sides.map(([side, label, value]) => (
            <label
              key={side}
              className={cn(
                'flex items-start gap-2.5 rounded-lg border p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                picked === side ? 'border-gold-ink bg-selected' : 'border-line hover:border-control',
              )}
            >
              <input
                type="radio"
                name={`merge-${field}`}
                checked={picked === side}
                onChange={() => onPick(side)}
                className="mt-1 accent-gold-ink outline-none"
              />
              <span className="min-w-0 flex-1 text-small text-ink-muted">
                {label}
                <span className="block text-body font-medium wrap-anywhere whitespace-pre-line text-ink">
                  {say(value, field)}
                </span>
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}
