import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { useCaseFileTexts } from '../texts/case-file.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { StatusBadge } from '../../../shared/badges.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { cn } from '../../../ui/cn.ts'

/** The requests of a case file with their status; the current one is marked. Only for several requests. */
export function CaseRequests({ solicitud }: { solicitud: SolicitudDetails }) {
  const caseFile = useCaseFileTexts()
  const { solicitudes } = solicitud.solicitud_main
  if (solicitudes.length < 2) return null
  return (
    <nav aria-label={caseFile.requests} data-print="hide" className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {solicitudes.map((one) => {
          const here = one.id_solicitud === solicitud.id_solicitud
          return (
            <li key={one.id_solicitud} className="min-w-0">
              <AppLink
                to={paths.solicitud(one.id_solicitud)}
                aria-current={here ? 'page' : undefined}
                className={cn(
                  'flex h-9 min-w-0 items-center gap-2 rounded-full border px-3.5 max-sm:h-11',
                  here ? 'border-control bg-muted font-semibold' : 'border-line bg-panel hover:border-control',
                )}
              >
                <span className="truncate">{one.titulo}</span>
                <StatusBadge status={one.status} />
              </AppLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
