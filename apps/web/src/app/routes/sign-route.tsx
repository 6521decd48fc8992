import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { paths } from '../../lib/router/paths.ts'
import { documentIdsOf } from '../document-ids.ts'
import { routeOf } from '../route-search.ts'
import { SignPage } from './sign-page.tsx'

const route = routeOf('/firmar')

export function SignRoute() {
  const { ids: text } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const ids = useMemo(() => documentIdsOf(text), [text])
  const onIds = useCallback(
    (change: (ids: readonly string[]) => string[]) =>
      void navigate({
        search: (before) => {
          const next = change(documentIdsOf(before.ids))
          return { ids: next.length === 0 ? undefined : next.join(',') }
        },
        replace: true,
      }),
    [navigate],
  )
  return (
    <SignPage
      ids={ids}
      onIds={onIds}
      onCertificate={() => void navigate({ href: paths.signer() })}
      onClose={() => {
        if (router.history.canGoBack()) router.history.back()
        else void navigate({ href: paths.home() })
      }}
    />
  )
}
