import { Compass } from 'lucide-react'
import { AppLink, renderLink } from '../shared/app-link.tsx'
import { useAppTexts } from '../ui/texts/app.ts'
import { paths } from '../lib/router/paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PublicLayout } from './shell/public-layout.tsx'

export function NotFoundPage() {
  const app = useAppTexts()
  return (
    <PublicLayout home={paths.home()} renderLink={renderLink} width="card">
      <EmptyState
        icon={<Compass />}
        tone="primary"
        level={1}
        title={app.notFoundTitle}
        action={
          <Button asChild variant="primary">
            <AppLink to={paths.home()}>{app.goHome}</AppLink>
          </Button>
        }
      >
        {app.notFoundText}
      </EmptyState>
    </PublicLayout>
  )
}
