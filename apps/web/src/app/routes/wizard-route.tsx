import { Building2 } from 'lucide-react'
import { useCallback } from 'react'
import { AppLink } from '../../shared/app-link.tsx'
import { WizardPage } from '../../features/solicitudes/wizard/wizard-page.tsx'
import { useSolicitudesTexts } from '../../features/solicitudes/texts/solicitudes.ts'
import { useWizardTexts } from '../../features/solicitudes/texts/wizard.ts'
import { paths } from '../../lib/router/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'
import { useMay } from '../../shared/use-may.ts'

const route = routeOf('/solicitudes/nueva')

export function WizardRoute() {
  const solicitudes = useSolicitudesTexts()
  const wizard = useWizardTexts()
  const navigate = route.useNavigate()
  const { paso = 1 } = route.useSearch()
  const mayCreate = useMay('solicitud.create')
  const onStep = useCallback(
    (step: number) => void navigate({ search: step === 0 ? {} : { paso: step + 1 } }),
    [navigate],
  )
  return (
    <AppPage crumbs={[{ label: solicitudes.title, to: paths.solicitudes() }, { label: wizard.title }]}>
      {mayCreate ? (
        <WizardPage
          step={paso - 1}
          onStep={onStep}
          onCreated={(id) =>
            void navigate({ href: id === '' ? paths.solicitudes() : paths.solicitud(id), replace: true })
          }
          onLeave={() => void navigate({ href: paths.solicitudes() })}
        />
      ) : (
        <NoCompany />
      )}
    </AppPage>
  )
}

/** Shown before the form, because a request belongs to a company and this user has none. */
function NoCompany() {
  const wizard = useWizardTexts()
  return (
    <Card>
      <EmptyState
        level={1}
        icon={<Building2 />}
        title={wizard.noCompanyTitle}
        action={
          <Button asChild variant="primary">
            <AppLink to={paths.solicitudes()}>{wizard.noCompanyBack}</AppLink>
          </Button>
        }
      >
        {wizard.noCompanyText}
      </EmptyState>
    </Card>
  )
}
