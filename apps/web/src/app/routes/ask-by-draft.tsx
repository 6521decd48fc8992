import type { SigningRequest } from '@foja/contracts/signing-requests'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import { signingRequestQuery } from '../../features/signing-requests/api/signing-requests.ts'
import { pageOf } from '../../features/signing-requests/progress.ts'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/pedidos/nuevo')

type Props = {
  id: string
  crumbs: ComponentProps<typeof AppPage>['crumbs']
  /** The page that changes the draft. */
  children: (kept: SigningRequest) => ReactNode
}

/** Loads a draft that was kept. What is typed stays, also when the draft is sent elsewhere meanwhile. */
export function AskByDraft({ id, crumbs, children }: Props) {
  const navigate = route.useNavigate()
  const { data, error, isLoadingError, refetch } = useQuery(signingRequestQuery(id))
  const [kept, setKept] = useState<SigningRequest>()
  if (kept === undefined && data?.actions.includes('edit') === true) setKept(data)
  const elsewhere = kept === undefined && data !== undefined && !data.actions.includes('edit') ? pageOf(data) : null
  useEffect(() => {
    if (elsewhere !== null) void navigate({ href: elsewhere, replace: true })
  }, [elsewhere, navigate])
  if (kept !== undefined) return children(kept)
  return (
    <AppPage crumbs={crumbs}>
      <Card>
        {isLoadingError ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonForm fields={5} />}
      </Card>
    </AppPage>
  )
}
