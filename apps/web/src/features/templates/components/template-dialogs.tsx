import type { TemplateSummary } from '@foja/contracts/templates'
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTemplatesTexts } from '../texts/templates.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshTemplates, renameTemplate, templateQuery } from '../api/templates.ts'
import { FormModal } from '../../../ui/form-modal.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { VersionsList } from './versions-list.tsx'
import { Trash2 } from 'lucide-react'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'

/** The versions of a template, opened from the list. */
function VersionsModal({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
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

type RenameProps = { template: Pick<TemplateSummary, 'id' | 'name'>; onClose: () => void }

function RenameModal({ template, onClose }: RenameProps) {
  const templates = useTemplatesTexts()
  const domain = useDomainTexts()
  const queries = useQueryClient()
  const [name, setName] = useState(template.name)
  const [error, setError] = useState<string | null>(null)
  const rename = useMutation({
    mutationFn: () => renameTemplate(template.id, name.trim()),
    onSuccess: async () => {
      await refreshTemplates(queries)
      toast.success(templates.renamed)
      onClose()
    },
    onError: (failure) => setError(isUnreported(failure) ? (problemOf(failure)?.detail ?? domain.tryAgainLater) : null),
  })
  const submit = () => {
    if (name.trim() === '') setError(templates.nameMissing)
    else rename.mutate()
  }
  return (
    <FormModal
      busy={rename.isPending}
      title={templates.rename}
      submit={templates.save}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={templates.name} error={error} required>
        <Input
          autoFocus
          maxLength={120}
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value)
            setError(null)
          }}
        />
      </Field>
    </FormModal>
  )
}

export type TemplateDialog = 'rename' | 'versions' | 'delete'
type Props = { dialog: TemplateDialog; template: TemplateSummary; onDelete: () => void; onClose: () => void }

/** Renders the dialog that is open. */
export function TemplateDialogs({ dialog, template, onDelete, onClose }: Props) {
  const templates = useTemplatesTexts()
  const { id, name } = template
  if (dialog === 'rename') return <RenameModal template={template} onClose={onClose} />
  if (dialog === 'versions') return <VersionsModal id={id} name={name} onClose={onClose} />
  return (
    <ConfirmModal
      variant="danger"
      title={templates.deleteTitle(name)}
      description={templates.deleteText}
      confirm={templates.delete}
      icon={<Trash2 />}
      onConfirm={onDelete}
      onClose={onClose}
    />
  )
}
