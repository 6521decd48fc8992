import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { Plus, X } from 'lucide-react'
import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { newRow, type PartyRow } from '../edit-form.ts'
import { useEdit, type Edit } from '../use-edit.ts'
import { AppointmentFields } from './appointment-fields.tsx'
import { MergeModal } from './merge-modal.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'

type Props = {
  solicitud: SolicitudDetails
  /** `edit`: all fields; `schedule`: only date, place and assignee. */
  part: 'edit' | 'schedule'
  onClose: () => void
}

/** Edits a request; after a conflict, shows the merge. */
export function EditModal({ solicitud, part, onClose }: Props) {
  const caseForms = useCaseFormsTexts()
  const edit = useEdit(solicitud, onClose)
  if (edit.conflict !== null) return <MergeModal edit={edit} conflict={edit.conflict} onClose={onClose} />
  const plans = solicitud.actions.includes('schedule')
  const all = part === 'edit'
  return (
    <FormModal
      busy={edit.busy}
      variant={all ? 'wide' : 'default'}
      title={all ? caseForms.edit.title : caseForms.edit.schedule}
      submit={caseForms.edit.save}
      onSubmit={() => void edit.save()}
      onClose={onClose}
      className="flex flex-col gap-5 pb-1"
    >
      {edit.kept && (
        <Alert variant="info" button={{ label: caseForms.edit.startAgain, onClick: edit.startAgain }}>
          {caseForms.edit.kept}
        </Alert>
      )}
      {edit.errors.general !== undefined && (
        <Alert variant="error" title={caseForms.failed}>
          {edit.errors.general}
        </Alert>
      )}
      {all && <TextFields edit={edit} />}
      {plans && (
        <section aria-label={caseForms.edit.schedule}>
          {all && <h3 className="mb-3 font-semibold">{caseForms.edit.schedule}</h3>}
          <AppointmentFields
            value={edit.form}
            onChange={edit.change}
            dateError={edit.errors.fecha_agendada}
            placeError={edit.errors.lugar}
            personError={edit.errors.asignado_a}
            company={solicitud.solicitud_main.id_company}
          />
        </section>
      )}
      {all && <PeopleFields edit={edit} />}
    </FormModal>
  )
}

function TextFields({ edit: { form, change, errors } }: { edit: Edit }) {
  const caseForms = useCaseFormsTexts()
  return (
    <>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] items-start gap-4 max-sm:grid-cols-1">
        <Field label={caseForms.edit.fieldTitle} error={errors.titulo} required>
          <Input maxLength={200} value={form.titulo} onChange={(event) => change({ titulo: event.target.value })} />
        </Field>
        <Field label={caseForms.edit.type} hint={caseForms.edit.typeHint} error={errors.tipo} optional>
          <Input maxLength={80} value={form.tipo} onChange={(event) => change({ tipo: event.target.value })} />
        </Field>
      </div>
      <Field label={caseForms.edit.notes} error={errors.notas} optional>
        <Textarea
          rows={4}
          maxLength={5000}
          value={form.notas}
          onChange={(event) => change({ notas: event.target.value })}
        />
      </Field>
    </>
  )
}

function PeopleFields({ edit: { form, change, errors } }: { edit: Edit }) {
  const caseForms = useCaseFormsTexts()
  const set = (key: string, next: Partial<PartyRow>) =>
    change({ partes: form.partes.map((row) => (row.key === key ? { ...row, ...next } : row)) })
  return (
    <section aria-label={caseForms.edit.people}>
      <h3 className="mb-3 font-semibold">{caseForms.edit.people}</h3>
      <div className="flex flex-col gap-3">
        {form.partes.map((row, at) => (
          <fieldset key={row.key} className="min-w-0 rounded-lg border border-line p-3">
            <legend className="sr-only">{caseForms.edit.person(at + 1)}</legend>
            <div className="flex items-start gap-2">
              <div className="grid min-w-0 flex-1 grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
                <Field label={caseForms.edit.name} error={errors.partes[row.key]?.nombre} required>
                  <Input
                    maxLength={160}
                    value={row.nombre}
                    onChange={(event) => set(row.key, { nombre: event.target.value })}
                  />
                </Field>
                <Field label={caseForms.edit.role} error={errors.partes[row.key]?.rol} required>
                  <Input
                    maxLength={80}
                    value={row.rol}
                    onChange={(event) => set(row.key, { rol: event.target.value })}
                  />
                </Field>
                <Field label={caseForms.edit.email} error={errors.partes[row.key]?.email} optional>
                  <Input
                    type="email"
                    value={row.email}
                    onChange={(event) => set(row.key, { email: event.target.value })}
                  />
                </Field>
                <Field label={caseForms.edit.identification} error={errors.partes[row.key]?.identificacion} optional>
                  <Input
                    maxLength={40}
                    value={row.identificacion}
                    onChange={(event) => set(row.key, { identificacion: event.target.value })}
                  />
                </Field>
              </div>
              <IconButton
                size="sm"
                label={caseForms.edit.removePerson(row.nombre)}
                onClick={() => change({ partes: form.partes.filter((one) => one.key !== row.key) })}
              >
                <X />
              </IconButton>
            </div>
          </fieldset>
        ))}
        <div>
          <Button size="sm" icon={<Plus />} onClick={() => change({ partes: [...form.partes, newRow()] })}>
            {caseForms.edit.addPerson}
          </Button>
        </div>
      </div>
    </section>
  )
}
