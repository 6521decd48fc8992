import { maxBatch } from '@foja/contracts/constants'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { CalendarClock, CircleCheck, Clock, Flag, Handshake, Send, Signature } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { settledOf } from '../../../shared/common-status.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Stepper } from '../../../ui/stepper.tsx'
import { IconTile } from '../../../ui/tile.tsx'
import { isSigned, nextStep, pdfsOf, stepKinds, type NextStep, type StepKind } from '../next-step.ts'
import { useCaseFileTexts } from '../texts/case-file.ts'
import type { CaseDialog } from './case-dialogs.tsx'
import type { DocumentActs } from './documents-card.tsx'

type Props = { solicitud: SolicitudDetails; acts: DocumentActs; onDialog: (dialog: CaseDialog) => void }

const icons = {
  send: <Send />,
  schedule: <CalendarClock />,
  attend: <CalendarClock />,
  register: <Handshake />,
  sign: <Signature />,
  conclude: <Flag />,
}

/** What comes next in a request, with the button that the page is about, and how far it is. */
export function NextStepCard(props: Props) {
  const { solicitud } = props
  const caseFile = useCaseFileTexts()
  const { shortDate } = useFormat()
  const step = nextStep(solicitud, Date.now())
  return (
    <Card aria-labelledby="next-step-title" className="mb-4">
      <div className="flex items-center gap-4 px-5 py-4 max-md:flex-wrap max-sm:px-4">
        <IconTile tone={step === null ? 'success' : 'primary'} className="size-11 max-md:hidden [&_svg]:size-5">
          {step === null ? <CircleCheck /> : icons[step.kind]}
        </IconTile>
        <div className="min-w-0 flex-1 max-md:basis-full">
          {step === null ? (
            <>
              <h2 id="next-step-title" className="text-section font-semibold">
                {caseFile.next.done}
              </h2>
              <p className="text-small text-ink-muted">{caseFile.concludedOn(shortDate(solicitud.updated_at))}</p>
            </>
          ) : (
            <StepText solicitud={solicitud} step={step} />
          )}
        </div>
        {step?.mine === true && <StepButton {...props} step={step} />}
      </div>
      <div className="border-t border-line px-5 py-2.5 max-md:hidden">
        <Progress solicitud={solicitud} current={step?.kind ?? null} />
      </div>
    </Card>
  )
}

function StepText({ solicitud, step }: { solicitud: SolicitudDetails; step: NextStep }) {
  const { next, ...caseFile } = useCaseFileTexts()
  const { dateTime } = useFormat()
  const { fecha_agendada: fecha, asignado_a, status } = solicitud
  const { kind, mine, documents } = step
  const overdue = status === 'agendado' && fecha !== null && Date.parse(fecha) < Date.now()
  const [first] = documents
  const texts: Record<StepKind, string> = {
    send: next.sendText,
    schedule: next.scheduleText,
    attend: next.attendText,
    register: next.registerText(documents.length),
    sign: next.signText,
    conclude: next.concludeText,
  }
  const titleOf = (): string => {
    if (kind === 'attend') return next.hearing(dateTime(fecha ?? ''))
    if (!mine) return next.open[kind]
    return kind === 'sign' && documents.length === 1 && first !== undefined
      ? next.signOne(first.nombre)
      : next.titles[kind]
  }
  const waiting = asignado_a === null ? next.waitingForStaff : next.waitingFor(asignado_a.nombre)
  return (
    <>
      <p className="flex flex-wrap gap-x-3 text-small font-medium text-gold-ink">
        {next.label}
        {overdue && (
          <span className="flex items-center gap-1 text-error-ink">
            <Clock aria-hidden className="size-4" /> {caseFile.overdue}
          </span>
        )}
      </p>
      <h2 id="next-step-title" className="text-section font-semibold wrap-anywhere">
        {titleOf()}
      </h2>
      <p className="text-small text-ink-muted">{mine ? texts[kind] : waiting}</p>
    </>
  )
}

function StepButton({ acts, onDialog, step }: Props & { step: NextStep }) {
  const caseFile = useCaseFileTexts()
  const { kind, documents } = step
  const look = {
    // The step that ends the request is green, the others gold; a result before the appointment is an exception.
    variant: kind === 'conclude' ? 'success' : kind === 'attend' ? 'secondary' : 'primary',
    icon: icons[kind === 'attend' ? 'register' : kind],
    className: 'max-md:w-full',
    'data-print': 'hide',
  } as const
  if (kind === 'sign' && documents.length > 1) {
    const ids = documents.slice(0, maxBatch).map((one) => one.id_documento)
    return (
      <Button {...look} asChild>
        <AppLink to={paths.batch(ids.join(','))}>{caseFile.next.signSeveral(ids.length, documents.length)}</AppLink>
      </Button>
    )
  }
  const [first] = documents
  const does: Record<StepKind, { text: string; run: () => void }> = {
    send: { text: caseFile.send, run: () => onDialog('send') },
    schedule: { text: caseFile.setDate, run: () => onDialog('schedule') },
    attend: { text: caseFile.mediate, run: acts.onRegister },
    register: { text: caseFile.mediate, run: acts.onRegister },
    sign: { text: caseFile.sign, run: () => first !== undefined && acts.onOpen(first, 'firmar') },
    conclude: { text: caseFile.conclude, run: () => onDialog('conclude') },
  }
  return (
    <Button {...look} onClick={does[kind].run}>
      {does[kind].text}
    </Button>
  )
}

/** The steps with what is done of each. */
function Progress({ solicitud, current }: { solicitud: SolicitudDetails; current: StepKind | null }) {
  const { next, ...caseFile } = useCaseFileTexts()
  const { shortDate, time } = useFormat()
  const { description, fecha_agendada: fecha, created_at, updated_at } = solicitud
  const pdfs = pdfsOf(solicitud)
  const notes: Record<(typeof stepKinds)[number], string> = {
    send: shortDate(created_at),
    schedule: fecha === null ? caseFile.withoutDate : `${shortDate(fecha)}, ${time(fecha)}`,
    register: next.of(settledOf(description), description.length),
    sign: next.of(pdfs.filter(isSigned).length, pdfs.length),
    conclude: current === null ? shortDate(updated_at) : '',
  }
  return (
    <Stepper
      compact
      label={next.progress}
      current={current === null ? stepKinds.length : stepKinds.indexOf(current === 'attend' ? 'schedule' : current)}
      steps={stepKinds.map((id) => ({ id, title: next.steps[id], note: notes[id], icon: icons[id] }))}
    />
  )
}
