import { getRouteApi } from '@tanstack/react-router'
import { BatchPage } from '../../features/signing/batch/batch-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../lib/paths.ts'
import { AppPage } from '../app-page.tsx'

const route = getRouteApi('/signed-in/firma/lote')

export function BatchRoute() {
  const { batch, signing } = useTexts()
  const { ids } = route.useSearch()
  return (
    <AppPage crumbs={[{ label: signing.pageTitle, to: paths.signer() }, { label: batch.title }]}>
      <BatchPage ids={ids === undefined ? [] : ids.split(',')} />
    </AppPage>
  )
}
