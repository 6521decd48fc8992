import { Plus, Users, X } from 'lucide-react'
import { useWizardTexts } from '../texts/wizard.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { newParty, type DraftParty } from './draft.ts'
import type { Wizard } from './use-wizard.ts'

/** Step 3: the parties, which are optional. */
export function StepPeople({ draft, update, errors }: Wizard) {
  const wizard = useWizardTexts()
  const add = () => update({ partes: [...draft.partes, newParty()] })
  const change = (key: string, next: Partial<DraftParty>) =>
    update({ partes: draft.partes.map((party) => (party.key === key ? { ...party, ...next } : party)) })
  const remove = (key: string) => update({ partes: draft.partes.filter((party) => party.key !== key) })
  const button = (
    <Button icon={<Plus />} onClick={add}>
      {wizard.addPerson}
    </Button>
  )
  if (draft.partes.length === 0) {
    return (
      <EmptyState icon={<Users />} title={wizard.noPeople} level={3} action={button} className="py-8!">
        {wizard.noPeopleText}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      {draft.partes.map((party, at) => (
        <fieldset key={party.key} className="min-w-0 rounded-lg border border-line p-4">
          <legend className="sr-only">{wizard.person(at + 1)}</legend>
          <div className="mb-3 flex items-center justify-between">
            <span aria-hidden className="font-semibold">
              {wizard.person(at + 1)}
            </span>
            <Button size="sm" variant="ghost" icon={<X />} onClick={() => remove(party.key)}>
              {wizard.removePerson}
            </Button>
          </div>
          <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
            <Field label={wizard.name} error={errors.partes[party.key]?.nombre} required>
              <Input
                autoFocus={party.nombre === ''}
                maxLength={160}
                value={party.nombre}
                onChange={(event) => change(party.key, { nombre: event.target.value })}
              />
            </Field>
            <Field label={wizard.role} error={errors.partes[party.key]?.rol} required>
              <Input
                maxLength={80}
                placeholder={wizard.rolePlaceholder}
                value={party.rol}
                onChange={(event) => change(party.key, { rol: event.target.value })}
              />
            </Field>
            <Field label={wizard.email} error={errors.partes[party.key]?.email} optional className="col-span-full">
              <Input
                type="email"
                value={party.email}
                onChange={(event) => change(party.key, { email: event.target.value })}
              />
            </Field>
          </div>
        </fieldset>
      ))}
      <div>{button}</div>
    </div>
  )
}
