import type { TemplateSummary } from '@foja/contracts/templates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTemplatesTexts } from '../texts/templates.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshTemplates, renameTemplate } from '../api/templates.ts'
import { FormModal } from '../../../ui/form-modal.tsx'

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
