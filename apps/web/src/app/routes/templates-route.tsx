import { Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { TemplatesPage } from '../../features/templates/components/templates-page.tsx'
import {
  readTemplatesSearch,
  writeTemplatesSearch,
  type TemplatesSearch,
} from '../../features/templates/template-search.ts'
import { useTemplatesTexts } from '../../features/templates/texts/templates.ts'
import { Button } from '../../ui/button.tsx'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'
import { useMay } from '../../shared/use-may.ts'

const route = routeOf('/plantillas')

export function TemplatesRoute() {
  const templates = useTemplatesTexts()
  const navigate = route.useNavigate()
  const raw = route.useSearch()
  const search = useMemo(() => readTemplatesSearch(raw), [raw])
  const mayCreate = useMay('template.create')
  const onSearch = useCallback(
    (change: Partial<TemplatesSearch>) =>
      void navigate({
        search: (before) => writeTemplatesSearch({ ...readTemplatesSearch(before), ...change }),
        replace: true,
      }),
    [navigate],
  )
  return (
    <AppPage
      crumbs={[{ label: templates.title }]}
      phoneTitle={templates.title}
      phoneTools={
        mayCreate ? (
          <Button variant="primary" icon={<Plus />} onClick={() => onSearch({ fresh: true })}>
            {templates.newShort}
          </Button>
        ) : undefined
      }
    >
      <TemplatesPage search={search} onSearch={onSearch} mayCreate={mayCreate} />
    </AppPage>
  )
}
