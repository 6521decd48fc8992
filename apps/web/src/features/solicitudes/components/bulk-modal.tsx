import type { BulkAction } from '@foja/contracts/casework'
import type { Solicitud } from '@foja/contracts/solicitudes'
import { useRef, useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useListToolsTexts } from '../texts/list-tools.ts'
import { useCaseFormsTexts } from '../../../shared/texts/case-forms.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { fromLocalMoment, noMoment } from '../../../lib/format/local-moment.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { bulkSolicitudes } from '../api/solicitudes.ts'
import { faultOfDate, type Appointment } from '../appointment.ts'
import { countOf, notDone, runBulk, type BulkItem, type BulkOutcomes, type BulkWish } from '../run-bulk.ts'
import { useApply } from '../use-apply.ts'
import { AppointmentFields } from './appointment-fields.tsx'
import { BulkResults } from './bulk-results.tsx'
import { Happens, Missing } from './send-facts.tsx'
import { PersonPicker } from '../../../shared/person-picker.tsx'
import { useCachedQuery } from '../../../shared/use-cached-query.ts'

type Chosen = BulkItem & Pick<Solicitud, 'asignado_a' | 'fecha_agendada' | 'partes'>

type Props = {
  action: BulkAction
  items: readonly Chosen[]
  /** Number of selected requests that do not allow the action. */
  leftOut: number
  /** The user may set date, place and assignee. */
  mayPlan: boolean
  company?: string | undefined
  /** `finished`: all selected requests are done. */
  onClose: (finished: boolean) => void
}

type Form = Appointment & { text: string }

const emptyForm: Form = { when: noMoment, lugar: '', asignado: null, text: '' }

/** The form values as the API takes them. */
function wishOf(action: BulkAction, { when, lugar, asignado, text }: Form): BulkWish {
  if (action === 'assign') return { action, asignado_a: asignado?.id ?? null }
  if (action === 'return') return { action, motivo: text.trim() }
  if (action === 'conclude') return { action }
  const fecha_agendada = fromLocalMoment(when)
  return {
    action,
    ...(fecha_agendada === null || fecha_agendada === undefined ? {} : { fecha_agendada }),
    ...(lugar.trim() === '' ? {} : { lugar: lugar.trim() }),
    ...(asignado === null ? {} : { asignado_a: asignado.id }),
    ...(text.trim() === '' ? {} : { mensaje: text.trim() }),
  }
}

/** Names in a sentence: the first ones, then how many more. */
const mostNamed = 8

/** What requests lack before they are sent, and whom sending notifies. */
function useBulkSendFacts(items: readonly Chosen[], { when, asignado }: Appointment) {
  const { send } = useCaseFormsTexts()
  const { sendFacts } = useListToolsTexts()
  const noMail = useCachedQuery('mailState')?.configured === false
  const dated = items.filter((one) => (fromLocalMoment(when) ?? one.fecha_agendada) !== null)
  const people = items.flatMap((one) => (asignado ?? one.asignado_a)?.nombre ?? [])
  const invited = dated.flatMap(({ partes }) =>
    partes.flatMap(({ nombre, email }) => (email === undefined ? [] : nombre)),
  )
  const [undated, unassigned] = [items.length - dated.length, items.length - people.length]
  const list = (all: readonly string[]) => {
    const names = [...new Set(all)]
    const more = names.length - mostNamed
    return [...names.slice(0, mostNamed), ...(more > 0 ? [sendFacts.more(more)] : [])].join(', ')
  }
  return {
    missing: [
      ...(unassigned > 0 ? [sendFacts.unassigned(unassigned, items.length)] : []),
      ...(undated > 0 ? [sendFacts.noDate(undated, items.length)] : []),
      ...(noMail ? [send.noMail] : []),
    ],
    happens: [
      sendFacts.state,
      ...(people.length > 0 ? [sendFacts.notifies(list(people))] : []),
      ...(unassigned > 0 ? [sendFacts.notifiesStaff] : []),
      ...(invited.length > 0 ? [(noMail ? sendFacts.invitesLater : sendFacts.invites)(list(invited))] : []),
      ...(invited.length === 0 && dated.length > 0 ? [sendFacts.noInvited] : []),
      ...(undated > 0 ? [sendFacts.noInvitation] : []),
    ],
  }
}

/** Runs a bulk action, and again for the requests that failed. */
function useBulkRun(action: BulkAction, form: Form) {
  const listTools = useListToolsTexts()
  const apply = useApply()
  const [outcomes, setOutcomes] = useState<BulkOutcomes | null>(null)
  const latest = useRef<BulkOutcomes>(new Map())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (ids: readonly string[]) => {
    setBusy(true)
    setFailure(null)
    const before = latest.current
    try {
      await runBulk({
        ids,
        wish: wishOf(action, form),
        send: bulkSolicitudes,
        onProgress: (now) => {
          latest.current = new Map([...before, ...now])
          setOutcomes(latest.current)
        },
      })
    } catch (error) {
      if (isUnreported(error)) setFailure(problemOf(error)?.detail ?? listTools.unansweredText)
    }
    setBusy(false)
    await apply()
  }
  return { outcomes, busy, failure, run: (ids: readonly string[]) => void run(ids) }
}

/** Confirms a bulk action, runs it and shows the outcomes; failed requests can be retried. */
export function BulkModal({ action, items: chosen, leftOut: out, mayPlan, company, onClose }: Props) {
  const listTools = useListToolsTexts()
  const caseForms = useCaseFormsTexts()
  const { plural } = useFormat()
  // Fixed at the start, because the action changes which requests allow it.
  const [{ items, leftOut }] = useState({ items: chosen, leftOut: out })
  const [form, setForm] = useState<Form>(emptyForm)
  const [shown, setShown] = useState(false)
  const { outcomes, busy, failure, run } = useBulkRun(action, form)
  const facts = useBulkSendFacts(items, form)

  const dateFault = action === 'send' ? faultOfDate(form.when) : null
  const personMissing = action === 'assign' && form.asignado === null
  const reasonMissing = action === 'return' && form.text.trim() === ''
  const all = items.map((item) => item.id)
  const submit = () => {
    setShown(true)
    if (dateFault === null && !personMissing && !reasonMissing) run(all)
  }

  if (outcomes !== null) {
    const failed = notDone(outcomes)
    const close = () => onClose(failed.length === 0)
    return (
      <Modal
        open
        busy={busy}
        onOpenChange={close}
        title={listTools[action]}
        footer={
          <>
            {failed.length > 0 && !busy && (
              <Button onClick={() => run(failed)}>{listTools.retry(failed.length)}</Button>
            )}
            <Button variant="primary" disabled={busy} onClick={close}>
              {listTools.close}
            </Button>
          </>
        }
      >
        <BulkResults items={items} outcomes={outcomes} busy={busy} failure={failure} done={countOf(outcomes, 'done')} />
      </Modal>
    )
  }
  return (
    <FormModal
      busy={busy}
      variant={action === 'return' ? 'danger' : 'default'}
      title={listTools.title[action](plural(items.length, listTools.requests))}
      description={items.length === 1 && action !== 'assign' ? caseForms[action].text : listTools.about[action]}
      submit={listTools[action]}
      // Not the submit button, so Enter does not trigger it.
      buttons={
        personMissing && (
          <Button disabled={busy} onClick={() => run(all)}>
            {listTools.unassign}
          </Button>
        )
      }
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      {leftOut > 0 && <Alert variant="info">{listTools.leftOut(leftOut)}</Alert>}
      {failure !== null && <Alert variant="error">{failure}</Alert>}
      {action === 'send' && <Missing lines={facts.missing} />}
      <BulkFields
        action={action}
        form={form}
        onChange={(change) => setForm({ ...form, ...change })}
        mayPlan={mayPlan}
        company={company}
        dateError={shown && dateFault !== null ? caseForms[dateFault] : undefined}
        personError={shown && personMissing ? listTools.personMissing : undefined}
        reasonError={shown && reasonMissing ? caseForms.return.reasonMissing : undefined}
      />
      {action === 'send' && <Happens lines={facts.happens} />}
    </FormModal>
  )
}

type FieldsProps = Pick<Props, 'action' | 'mayPlan' | 'company'> & {
  form: Form
  onChange: (change: Partial<Form>) => void
  dateError: string | undefined
  personError: string | undefined
  reasonError: string | undefined
}

/** The fields of the action: assignee, appointment, message or reason. */
function BulkFields(props: FieldsProps) {
  const { action, form, onChange, mayPlan, company, dateError, personError, reasonError } = props
  const caseForms = useCaseFormsTexts()
  return (
    <>
      {action === 'assign' && (
        <Field label={caseForms.assignee} error={personError}>
          <PersonPicker value={form.asignado} onChange={(asignado) => onChange({ asignado })} company={company} />
        </Field>
      )}
      {action === 'send' && mayPlan && (
        <AppointmentFields value={form} onChange={onChange} dateError={dateError} company={company} />
      )}
      {(action === 'send' || action === 'return') && (
        <Field
          label={action === 'send' ? caseForms.message : caseForms.return.reason}
          hint={action === 'send' ? caseForms.messageHint : caseForms.return.reasonHint}
          error={reasonError}
          optional={action === 'send'}
          required={action === 'return'}
        >
          <Textarea maxLength={1000} value={form.text} onChange={(event) => onChange({ text: event.target.value })} />
        </Field>
      )}
    </>
  )
}
