import type { TemplateSummary } from '@foja/contracts/templates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTemplatesTexts } from '../texts/templates.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { Field } from '../../../ui/field.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { Input } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshTemplates, renameTemplate } from '../api/templates.ts'

const formId = 'rename-template'

type Props = { template: Pick<TemplateSummary, 'id' | 'name'>; onClose: () => void }

export function RenameModal({ template, onClose }: Props) {
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setError(templates.nameMissing)
    else rename.mutate()
  }
  return (
    <Modal
      open
      busy={rename.isPending}
      onOpenChange={onClose}
      title={templates.rename}
      footer={<FormFooter form={formId} submit={templates.save} busy={rename.isPending} onCancel={onClose} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="pb-1">
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
      </form>
    </Modal>
  )
}
