import type { AnyRecipientRole, SigningRequestStatus } from '@foja/contracts/request-states'
import type { SigningRecipient } from '@foja/contracts/signing-requests'
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  CornerUpRight,
  Eye,
  MailWarning,
  MailX,
  Pencil,
  Send,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { isHeld, isUnreached } from '../progress.ts'
import { useSigningRequestsTexts } from '../texts/signing-requests.ts'

const tones: Record<SigningRequestStatus, Tone> = {
  borrador: 'neutral',
  enviada: 'info',
  completada: 'success',
  rechazada: 'error',
  vencida: 'warning',
  anulada: 'neutral',
}

export function RequestBadge({ status }: { status: SigningRequestStatus }) {
  const texts = useSigningRequestsTexts()
  return (
    <Badge variant={tones[status]} dot>
      {texts.status[status]}
    </Badge>
  )
}

const inks = {
  neutral: 'text-ink-muted',
  primary: 'text-gold-ink',
  success: 'text-on-soft-success',
  warning: 'text-on-soft-warning',
  error: 'text-error-ink',
}

type Look = { text: string; icon: ReactNode; tone: keyof typeof inks }

/** The state of a recipient in words, with an icon. */
function useLook({ recipient, draft }: StateProps): Look {
  const { states } = useSigningRequestsTexts()
  const { relative } = useFormat()
  const { rol, status, channel } = recipient
  const when = (moment: string | null) => (moment === null ? '' : relative(moment))
  const say = (write: (when: string) => string, moment: string | null) => write(when(moment)).trim()
  if (draft) return { text: states.draft, icon: <CircleDashed />, tone: 'neutral' }
  if (isHeld(recipient))
    return { text: rol === 'copia' ? states.copyHeld : states.held, icon: <MailWarning />, tone: 'warning' }
  if (rol === 'copia' && (status === 'en_espera' || status === 'enviado' || status === 'visto'))
    return status === 'en_espera'
      ? { text: states.copyLater, icon: <CircleDashed />, tone: 'neutral' }
      : { text: say(states.copySent, recipient.sent_at), icon: <CircleCheck />, tone: 'success' }
  switch (status) {
    case 'en_espera':
      if (recipient.fields === 'filled')
        return { text: say(states.filled, recipient.filled_at ?? null), icon: <CircleCheck />, tone: 'primary' }
      return { text: states.waiting, icon: <Clock />, tone: 'neutral' }
    case 'enviado':
      if (isUnreached(recipient)) return { text: states.unreached, icon: <MailX />, tone: 'error' }
      if (recipient.fields === 'open') return { text: states.fills, icon: <Pencil />, tone: 'neutral' }
      return channel === 'enlace'
        ? { text: states.link, icon: <Send />, tone: 'neutral' }
        : { text: say(states.sent, recipient.sent_at), icon: <Send />, tone: 'neutral' }
    case 'visto':
      if (recipient.fields === 'open') return { text: states.fills, icon: <Pencil />, tone: 'primary' }
      return { text: say(states.seen, recipient.seen_at), icon: <Eye />, tone: 'primary' }
    case 'firmado':
      return {
        text: say(rol === 'firma_simple' ? states.signedSimply : states.signed, recipient.acted_at),
        icon: <CircleCheck />,
        tone: 'success',
      }
    case 'aprobado':
      return { text: say(states.approved, recipient.acted_at), icon: <CircleCheck />, tone: 'success' }
    case 'entregado':
      return { text: say(states.delivered, recipient.acted_at), icon: <CircleCheck />, tone: 'success' }
    case 'rechazado':
      return { text: say(states.declined, recipient.acted_at), icon: <CircleX />, tone: 'error' }
    case 'vencido':
      return { text: states.expired, icon: <Clock />, tone: 'warning' }
    case 'anulado':
      return { text: states.cancelled, icon: <Ban />, tone: 'neutral' }
    default:
      return { text: states.delegated, icon: <CornerUpRight />, tone: 'neutral' }
  }
}

type Told = Pick<SigningRecipient, 'status' | 'channel' | 'mail_status' | 'sent_at' | 'seen_at' | 'acted_at'> & {
  rol: AnyRecipientRole
} & Partial<Pick<SigningRecipient, 'fields' | 'filled_at'>>
type StateProps = { recipient: Told; draft: boolean }

/** What a recipient has done: «Lo vio hoy, 10:20». */
export function RecipientState(props: StateProps) {
  const { text, icon, tone } = useLook(props)
  return (
    <span className="flex items-start gap-1.5 text-small font-medium">
      <span aria-hidden className={`mt-0.5 inline-flex [&_svg]:size-4 ${inks[tone]}`}>
        {icon}
      </span>
      {text}
    </span>
  )
}
