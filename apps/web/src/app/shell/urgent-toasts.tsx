import type { Notification } from '@foja/contracts/notifications'
import { useEffect, useRef } from 'react'
import { describeNotice, placeOf } from '../../features/notifications/describe-notice.ts'
import { useNoticesTexts } from '../../features/notifications/texts/notices.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { useFormat } from '../../lib/texts/texts.tsx'
import { useDomainTexts } from '../../shared/texts/domain.ts'
import { toast } from '../../ui/toast-store.ts'

/** Shows each notification once as a toast. */
export function UrgentToasts({ news }: { news: readonly Notification[] }) {
  const notices = useNoticesTexts()
  const domain = useDomainTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const shown = useRef<readonly Notification[]>(undefined)
  useEffect(() => {
    if (shown.current === news) return
    shown.current = news
    for (const notice of news) {
      const { sentence, note } = describeNotice(notice, { notices, domain }, format)
      const to = placeOf(notice)
      toast[notice.kind === 'email.failed' ? 'error' : 'info'](sentence, {
        ...(note === '' ? {} : { description: note }),
        ...(to === undefined ? {} : { action: { label: notices.see, onClick: () => void navigate({ href: to }) } }),
      })
    }
  }, [news, notices, domain, format, navigate])
  return null
}
