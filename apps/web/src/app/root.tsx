import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useTexts } from '../i18n/texts.tsx'
import { renderLink } from '../domain/app-link.tsx'
import { paths } from '../lib/paths.ts'
import { SessionUnreachableError } from '../lib/session-client.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { SessionGuard } from './session-guard.tsx'
import { PublicLayout } from './shell/public-layout.tsx'

export function RootLayout() {
  return (
    <>
      <SessionGuard />
      <Outlet />
    </>
  )
}

/** While a guard asks the server or a page's code comes. */
export function Pending() {
  const { app } = useTexts()
  return (
    <div className="flex min-h-dvh items-center justify-center text-gold-ink">
      <Spinner label={app.loading} className="size-7" />
    </div>
  )
}

/** After an update the old page asks for code that is no longer there. */
const isOldPage = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module|Failed to fetch dynamically/i.test(error.message)

/** What a page shows that failed: in words, with the next step. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { app } = useTexts()
  const router = useRouter()
  const down = error instanceof SessionUnreachableError
  const old = isOldPage(error)
  const retry = () => {
    reset()
    void router.invalidate()
  }
  const [title, text] = down
    ? [app.downTitle, app.downText]
    : old
      ? [app.newVersionTitle, app.newVersionText]
      : [app.errorTitle, app.errorText]
  return (
    <PublicLayout home={paths.home()} renderLink={renderLink} width="card">
      <EmptyState
        icon={<TriangleAlert />}
        tone={old ? 'primary' : 'error'}
        level={1}
        title={title}
        action={
          <>
            {!old && (
              <Button variant="primary" icon={<RefreshCw />} onClick={retry}>
                {app.retry}
              </Button>
            )}
            {!down && (
              <Button variant={old ? 'primary' : 'ghost'} onClick={() => window.location.reload()}>
                {app.reload}
              </Button>
            )}
          </>
        }
      >
        {text}
      </EmptyState>
    </PublicLayout>
  )
}
