import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { solicitudStatuses } from '@foja/contracts/states'
import { Calendar, Clock, Flag } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCaseFileTexts } from '../texts/case-file.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { Card } from '../../../ui/card.tsx'
import { Stepper } from '../../../ui/stepper.tsx'

const icons = { pendiente: <Clock />, agendado: <Calendar />, concluido: <Flag /> }

/** Pendiente → Agendado → Concluido, with details of each step. */
export function CaseStepper({ solicitud }: { solicitud: SolicitudDetails }) {
  const caseFile = useCaseFileTexts()
  const domain = useDomainTexts()
  const { shortDate, time } = useFormat()
  const { status, fecha_agendada, lugar, created_at, updated_at } = solicitud
  const none = status === 'concluido' ? caseFile.withoutDate : caseFile.noDate
  const when = fecha_agendada === null ? none : `${shortDate(fecha_agendada)}, ${time(fecha_agendada)}`
  const notes = {
    pendiente: caseFile.created(shortDate(created_at)),
    agendado: lugar === null || fecha_agendada === null ? when : `${when} · ${lugar}`,
    concluido: status === 'concluido' ? caseFile.concludedOn(shortDate(updated_at)) : caseFile.notYet,
  }
  const at = solicitudStatuses.indexOf(status)
  return (
    <Card className="mb-4 px-5 py-3.5">
      <Stepper
        label={domain.status}
        current={status === 'concluido' ? solicitudStatuses.length : at}
        steps={solicitudStatuses.map((one) => ({
          id: one,
          title: domain.solicitudStatus[one],
          note: notes[one],
          icon: icons[one],
        }))}
      />
    </Card>
  )
}
