import { Lock } from 'lucide-react'
import { StatusPage } from '../../features/status/components/status-page.tsx'
import { useStatusTexts } from '../../features/status/texts/status.ts'
import { useMay } from '../../shared/use-may.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AppPage } from '../app-page.tsx'

export function StatusRoute() {
  const status = useStatusTexts()
  const mayRead = useMay('system.status')
  return (
    <AppPage crumbs={[{ label: status.title }]} phoneTitle={status.title}>
      {mayRead ? (
        <StatusPage />
      ) : (
        <Card>
          <EmptyState icon={<Lock />} title={status.forbiddenTitle} level={1}>
            {status.forbiddenText}
          </EmptyState>
        </Card>
      )}
    </AppPage>
  )
}
