import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useTemplatesTexts } from '../texts/templates.ts'
import { paths } from '../../../lib/router/paths.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { templateQuery } from '../api/templates.ts'
import { VersionsList } from './versions-list.tsx'

/** The versions of a template, opened from the list. */
export function VersionsModal({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const templates = useTemplatesTexts()
  const navigate = useNavigate()
  const { data, isLoadingError, error, refetch } = useQuery(templateQuery(id))
  return (
    <Modal open onOpenChange={onClose} title={templates.versions} description={name}>
      {data !== undefined ? (
        <VersionsList
          template={data}
          shown={null}
          onSee={(version) => void navigate({ href: paths.template(id, version) })}
          onRestored={onClose}
        />
      ) : isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList rows={3} />
      )}
    </Modal>
  )
}
