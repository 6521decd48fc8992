import type { NotificationKind } from '@foja/contracts/notifications'
import {
  CalendarCheck,
  CalendarClock,
  CircleCheckBig,
  Eye,
  FileStack,
  Handshake,
  MailX,
  Send,
  Share2,
  Signature,
  Undo2,
  UserRoundCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from '../../../ui/badge.tsx'
import { IconTile } from '../../../ui/tile.tsx'

const looks: Record<NotificationKind, { icon: ReactNode; tone: Tone }> = {
  'solicitud.sent': { icon: <Send />, tone: 'info' },
  'solicitud.assigned': { icon: <UserRoundCheck />, tone: 'primary' },
  'solicitud.scheduled': { icon: <CalendarCheck />, tone: 'info' },
  'solicitud.returned': { icon: <Undo2 />, tone: 'warning' },
  'solicitud.concluded': { icon: <CircleCheckBig />, tone: 'success' },
  'solicitud.reminder': { icon: <CalendarClock />, tone: 'warning' },
  'mediation.changed': { icon: <Handshake />, tone: 'info' },
  'document.signed': { icon: <Signature />, tone: 'success' },
  'document.shared': { icon: <Share2 />, tone: 'info' },
  'template.filled': { icon: <FileStack />, tone: 'success' },
  'email.failed': { icon: <MailX />, tone: 'error' },
  'share.opened': { icon: <Eye />, tone: 'neutral' },
}

/** Icon for the kind of a notification; the text beside it says the same. */
export function NoticeIcon({ kind }: { kind: NotificationKind }) {
  const { icon, tone } = looks[kind]
  return (
    <IconTile tone={tone} className="size-7! rounded-full! [&_svg]:size-3.5!">
      {icon}
    </IconTile>
  )
}
