import type { Ordering } from '@foja/contracts/constants'
import { mediationStatuses, type MediationStatus } from '@foja/contracts/states'
import { useState } from 'react'
import { useListToolsTexts } from '../texts/list-tools.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { orderings } from '@foja/contracts/constants'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ListFilters } from '../api/solicitudes.ts'
import { withoutFilters } from '../list-search.ts'
import { PersonPicker, type Chosen } from '../../../shared/person-picker.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'

type Props = {
  filters: ListFilters
  /** The assignee in the current filter, if known. */
  person: Chosen | null
  /** The user may filter by assignee. */
  byPerson: boolean
  onApply: (change: Partial<ListFilters>, person: Chosen | null) => void
  onClose: () => void
}

/** All filters except search and status, and the order. */
export function FiltersModal({ filters, person, byPerson, onApply, onClose }: Props) {
  const listTools = useListToolsTexts()
  const ui = useUiTexts()
  const [draft, setDraft] = useState(filters)
  const [chosen, setChosen] = useState(person)
  const change = (next: Partial<ListFilters>) => setDraft((before) => ({ ...before, ...next }))
  const { desde, hasta } = draft
  const wrong = desde !== undefined && hasta !== undefined && hasta < desde
  const apply = () => {
    if (wrong) return
    onApply({ ...draft, asignado_a: chosen?.id }, chosen)
    onClose()
  }
  const orNone = (text: string) => (text === '' ? undefined : text)
  return (
    <FormModal
      title={listTools.filtersTitle}
      submit={listTools.apply}
      apart
      cancel={listTools.clear}
      onCancel={() => {
        onApply({ ...withoutFilters, ordering: undefined }, null)
        onClose()
      }}
      buttons={<Button onClick={onClose}>{ui.cancel}</Button>}
      onSubmit={apply}
      onClose={onClose}
      className="flex flex-col gap-5 pb-1"
    >
      <fieldset className="grid min-w-0 grid-cols-2 items-start gap-x-4 gap-y-1.5">
        <legend className="mb-1.5 font-semibold">{listTools.dates}</legend>
        <Field label={listTools.from}>
          <Input type="date" value={desde ?? ''} onChange={(event) => change({ desde: orNone(event.target.value) })} />
        </Field>
        <Field label={listTools.to} error={wrong ? listTools.datesWrong : undefined}>
          <Input type="date" value={hasta ?? ''} onChange={(event) => change({ hasta: orNone(event.target.value) })} />
        </Field>
      </fieldset>
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <Field label={listTools.mediation}>
          <Select
            value={draft.mediacion ?? 'any'}
            onValueChange={(value: MediationStatus | 'any') =>
              change({ mediacion: value === 'any' ? undefined : value })
            }
            options={[{ value: 'any' as const, label: listTools.anyMediation }, ...useMediationOptions()]}
          />
        </Field>
        <Field label={listTools.order}>
          <Select
            value={draft.ordering ?? '-updated_at'}
            onValueChange={(ordering: Ordering) => change({ ordering })}
            options={orderings.map((value) => ({ value, label: listTools.orderings[value] }))}
          />
        </Field>
      </div>
      {byPerson && <AssigneeField chosen={chosen} onChoose={setChosen} company={filters.id_company} />}
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-2 font-semibold">{listTools.attention}</legend>
        {(
          [
            ['vencidas', listTools.overdue, listTools.overdueHint],
            ['sin_fecha', listTools.withoutDate, listTools.withoutDateHint],
            ['sin_asignar', listTools.withoutAssignee, listTools.withoutAssigneeHint],
          ] as const
        ).map(([name, label, hint]) => (
          <Checkbox
            key={name}
            label={label}
            hint={hint}
            checked={draft[name] !== undefined}
            onCheckedChange={(on) => change({ [name]: on ? '1' : undefined })}
          />
        ))}
      </fieldset>
    </FormModal>
  )
}

type AssigneeFieldProps = {
  chosen: Chosen | null
  onChoose: (person: Chosen | null) => void
  company: string | undefined
}

function AssigneeField({ chosen, onChoose, company }: AssigneeFieldProps) {
  const caseForms = useCaseFormsTexts()
  return (
    <Field label={caseForms.assignee}>
      <PersonPicker value={chosen} onChange={onChoose} company={company} />
    </Field>
  )
}

function useMediationOptions() {
  const domain = useDomainTexts()
  return mediationStatuses.map((value) => ({ value, label: domain.mediation[value] }))
}
