import type { Template } from '@foja/contracts/templates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTemplatesTexts } from './texts/templates.ts'
import { useDomainTexts } from '../../shared/texts/domain.ts'
import { toastError } from '../../shared/use-toast-mutation.ts'
import { toast } from '../../ui/toast-store.ts'
import { templateQuery, refreshTemplates, saveTemplate } from './api/templates.ts'

/** Saves an older version as the newest; the versions between are kept. */
export function useRestoreVersion(template: Template, onRestored: (template: Template) => void) {
  const templates = useTemplatesTexts()
  const domain = useDomainTexts()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (version: number) => {
      const { pdf_path, fields, locale } = await queries.fetchQuery(templateQuery(template.id, version))
      const { id, name, versions } = template
      return saveTemplate({ id, version: versions[0]?.version ?? template.version, name, pdf_path, fields, locale })
    },
    onSuccess: async (restored, version) => {
      await refreshTemplates(queries)
      toast.success(templates.versionRestored(version))
      onRestored(restored)
    },
    onError: (error) => {
      // Another user may have saved meanwhile: show the current state.
      void refreshTemplates(queries)
      toastError(error, domain.tryAgainLater)
    },
  })
}
