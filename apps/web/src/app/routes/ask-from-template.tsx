import type { Template } from '@foja/contracts/templates'
import { useQuery } from '@tanstack/react-query'
import { requestFilled } from '../../features/signing-requests/api/template-requests.ts'
import { AskPage } from '../../features/signing-requests/components/ask-page.tsx'
import { pageOf } from '../../features/signing-requests/progress.ts'
import { solicitudQuery } from '../../features/solicitudes/api/solicitudes.ts'
import type { Filled } from '../../features/templates/fill/fill-one.tsx'
import { roleName } from '../../features/templates/role-name.ts'
import { useAttemptKey } from '../../lib/api/uuid.ts'
import { useSession } from '../../lib/session/session.tsx'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { useAskMeans } from './use-ask-means.ts'

type Props = Filled & { template: Template; onDone: (page: string) => void }

/** Id of the document that the request makes. */
const made = 'made'

/** Makes a document from a template and asks for its signatures: a person for each role, in one step. */
export function AskFromTemplate({ template, filling, onMade, onDone }: Props) {
  const { data: session } = useSession()
  const { isLoading: loading, ...means } = useAskMeans()
  const { id_solicitud: id } = filling
  const solicitud = useQuery({ ...solicitudQuery(id ?? ''), enabled: id !== undefined })
  const { keyFor } = useAttemptKey()
  const roles = template.fields
    .filter(({ type }) => type === 'signature')
    .map((field) => ({ field: field.key, name: roleName(field) }))
  return (
    <div className="h-[calc(100dvh-3.5rem)] min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-300 px-8 py-6 max-md:px-4 max-md:py-5">
        {solicitud.isLoadingError ? (
          <LoadFailed error={solicitud.error} onRetry={() => void solicitud.refetch()} />
        ) : loading || solicitud.isLoading ? (
          <SkeletonForm fields={5} className="p-0!" />
        ) : (
          <AskPage
            documents={[{ id_documento: made, nombre: filling.nombre, paginas: template.paginas, requested: false }]}
            chosen={[made]}
            people={(solicitud.data?.partes ?? []).flatMap(({ nombre, email, identificacion }) =>
              email === undefined ? [] : [{ nombre, email, identificacion }],
            )}
            template={{
              roles,
              create: (asked) => {
                const body = { ...filling, ...asked }
                return requestFilled({ ...body, key: keyFor(body) })
              },
            }}
            usualTitle={filling.nombre}
            {...means}
            sender={session?.user.name ?? ''}
            onDone={(request) => {
              onDone(pageOf(request))
              onMade()
            }}
          />
        )}
      </div>
    </div>
  )
}
