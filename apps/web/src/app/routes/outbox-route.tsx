import type { EmailStatus } from '@foja/contracts/emails'
import { useCallback } from 'react'
import { Lock } from 'lucide-react'
import { OutboxPage, outboxStatuses } from '../../features/emails/components/outbox-page.tsx'
import { useEmailsTexts } from '../../features/emails/texts/emails.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AppPage } from '../app-page.tsx'
import { useMay } from '../../shared/use-may.ts'
import { routeOf } from '../route-search.ts'

const route = routeOf('/correos')

export function OutboxRoute() {
  const emails = useEmailsTexts()
  const { estado: named } = route.useSearch()
  const estado = outboxStatuses.find((status) => status === named)
  const navigate = route.useNavigate()
  const mayRead = useMay('outbox.read')
  const mayConfigure = useMay('mail.configure')
  const onStatus = useCallback(
    (status: EmailStatus | undefined) => void navigate({ search: { estado: status }, replace: true }),
    [navigate],
  )
  return (
    <AppPage crumbs={[{ label: emails.title }]} phoneTitle={emails.title}>
      {mayRead ? (
        <OutboxPage status={estado} onStatus={onStatus} mayConfigure={mayConfigure} />
      ) : (
        <Card>
          <EmptyState icon={<Lock />} title={emails.forbiddenTitle} level={1}>
            {emails.forbiddenText}
          </EmptyState>
        </Card>
      )}
    </AppPage>
  )
}
