import type { Convocation, ConvenedParty } from '@foja/contracts/convocations'
import { isAsked } from '@foja/contracts/request-states'
import type { Solicitud } from '@foja/contracts/solicitudes'
import { CalendarX, CircleCheck, CircleDashed, CircleX, Megaphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { RecipientActions } from '../components/recipient-actions.tsx'
import { useConvocationTexts } from '../texts/convocation.ts'

const ConveneModal = lazyPart(async () => (await import('./convene-modal.tsx')).ConveneModal)

type Props = {
  solicitud: Pick<Solicitud, 'id_solicitud' | 'titulo' | 'partes' | 'fecha_agendada'>
  state: Convocation
  /** False: the server cannot send email. */
  mailReady: boolean
}

/** The convocation of the parties to their appointment: what each of them answered, and a button to convene. */
export function ConvocationSection({ solicitud, state, mailReady }: Props) {
  const texts = useConvocationTexts()
  const { number } = useFormat()
  const [open, setOpen] = useState(false)
  const { convocation, moved, actions } = state
  const recipients = convocation?.recipients ?? []
  const confirmed = recipients.filter(({ answer }) => answer === 'confirma').length
  return (
    <section aria-labelledby="convocation-title" className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap justify-between gap-x-3">
        <h3 id="convocation-title" className="font-semibold">
          {texts.title}
        </h3>
        {convocation !== null && (
          <p className="text-small text-ink-muted figures">
            {texts.progress(number(confirmed), number(recipients.length))}
          </p>
        )}
      </div>
      {moved && <Alert variant="warning">{texts.moved}</Alert>}
      {recipients.length > 0 && (
        <ul className="flex flex-col gap-2.5">
          {recipients.map((party) => (
            <PartyRow key={party.id} party={party} titulo={solicitud.titulo} actions={actions} />
          ))}
        </ul>
      )}
      {actions.includes('convene') && (
        <Button block data-print="hide" icon={<Megaphone />} onClick={() => setOpen(true)}>
          {convocation === null && !moved ? texts.convene : texts.again}
        </Button>
      )}
      {open && (
        <ConveneModal
          solicitud={solicitud}
          replaces={convocation !== null}
          mailReady={mailReady}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

const looks: Record<NonNullable<ConvenedParty['answer']>, { icon: ReactNode; ink: string }> = {
  confirma: { icon: <CircleCheck />, ink: 'text-on-soft-success' },
  otra_fecha: { icon: <CalendarX />, ink: 'text-on-soft-warning' },
  no_asiste: { icon: <CircleX />, ink: 'text-error-ink' },
}

type RowProps = { party: ConvenedParty; titulo: string; actions: Convocation['actions'] }

function PartyRow({ party, titulo, actions }: RowProps) {
  const texts = useConvocationTexts()
  const { nombre, email, answer, motivo, fecha_propuesta } = party
  const { dateTime } = useFormat()
  const { icon, ink } = answer === null ? { icon: <CircleDashed />, ink: 'text-ink-muted' } : looks[answer]
  const isOpen = isAsked(party.status)
  const words = answer === null ? texts.none : texts.answers[answer]
  return (
    <li className="flex items-start gap-2.5">
      <span aria-hidden className={`mt-0.5 inline-flex [&_svg]:size-4.5 ${ink}`}>
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={email === '' ? undefined : email}>
          {nombre}
        </p>
        <p className="text-small wrap-anywhere text-ink-muted">
          {motivo === null ? words : texts.because(words, motivo)}
          {answer === null && <Progress party={party} />}
          {fecha_propuesta !== null && <span className="block">{texts.proposes(dateTime(fecha_propuesta))}</span>}
        </p>
      </div>
      <span className="-mt-1 flex shrink-0" data-print="hide">
        <RecipientActions
          recipient={party}
          mayRemind={isOpen && email !== '' && actions.includes('remind')}
          mayLink={isOpen && actions.includes('copy_link')}
          mayChange={isOpen && actions.includes('change_recipient')}
          messageOf={(url) => texts.whatsAppText(nombre, titulo, url)}
        />
      </span>
    </li>
  )
}

/** How far a party without an answer has come. */
function Progress({ party: { email, seen_at } }: { party: ConvenedParty }) {
  const texts = useConvocationTexts()
  const { relative } = useFormat()
  const words = seen_at !== null ? texts.seen(relative(seen_at)) : email === '' ? texts.unmailed : texts.unseen
  return <span className="block">{words}</span>
}
