import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { WizardPage } from '../../features/solicitudes/wizard/wizard-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../lib/paths.ts'
import { AppPage } from '../app-page.tsx'

const route = getRouteApi('/signed-in/solicitudes/nueva')

export function WizardRoute() {
  const { solicitudes, wizard } = useTexts()
  const navigate = route.useNavigate()
  const { paso = 1 } = route.useSearch()
  const onStep = useCallback(
    (step: number) => void navigate({ search: step === 0 ? {} : { paso: step + 1 } }),
    [navigate],
  )
  return (
    <AppPage crumbs={[{ label: solicitudes.title, to: paths.solicitudes() }, { label: wizard.title }]}>
      <WizardPage
        step={paso - 1}
        onStep={onStep}
        onCreated={(id) =>
          void navigate({ href: id === '' ? paths.solicitudes() : paths.solicitud(id), replace: true })
        }
        onLeave={() => void navigate({ href: paths.solicitudes() })}
      />
    </AppPage>
  )
}
