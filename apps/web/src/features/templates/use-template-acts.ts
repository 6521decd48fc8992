import type { TemplateSummary } from '@foja/contracts/templates'
import { useQueryClient } from '@tanstack/react-query'
import { useTemplatesTexts } from './texts/templates.ts'
import { useDomainTexts } from '../../shared/texts/domain.ts'
import { toastError } from '../../shared/use-toast-mutation.ts'
import { useUiTexts } from '../../ui/texts/ui.ts'
import { newUuid } from '../../lib/api/uuid.ts'
import { saveBlob } from '../../lib/files/download.ts'
import { paths } from '../../lib/router/paths.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { toast } from '../../ui/toast-store.ts'
import {
  deleteTemplate,
  fetchTemplateFile,
  refreshTemplates,
  restoreTemplate,
  saveTemplate,
  templateQuery,
} from './api/templates.ts'
import { fileNameOf } from './file-name.ts'

type Named = Pick<TemplateSummary, 'id' | 'name'>

/** Actions on a template without a dialog; the result is shown as a toast. */
export function useTemplateActs() {
  const templates = useTemplatesTexts()
  const domain = useDomainTexts()
  const ui = useUiTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()

  /** Runs an action, and refetches the templates even if it fails. */
  const run = async (act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      toastError(error, domain.tryAgainLater)
    }
    await refreshTemplates(queries)
  }

  const restore = ({ id, name }: Named) =>
    run(async () => {
      await restoreTemplate(id)
      toast.success(templates.restoredDone(name))
    })

  return {
    restore,
    /** Deletes the template; a used one is archived, with undo in the toast. */
    remove: (template: Named) =>
      run(async () => {
        const { archived } = await deleteTemplate(template.id)
        if (archived) {
          const action = { label: ui.undo, onClick: () => void restore(template) }
          toast.success(templates.archivedDone(template.name), { action })
        } else toast.success(templates.deletedDone(template.name))
      }),
    duplicate: ({ id, name }: Named) =>
      run(async () => {
        const { pdf_path, fields, locale } = await queries.fetchQuery({ ...templateQuery(id), staleTime: 0 })
        const copied = templates.copyOf(name).slice(0, 120)
        const copy = await saveTemplate({ name: copied, pdf_path, fields, locale, key: newUuid() })
        const action = { label: templates.see, onClick: () => void navigate({ href: paths.template(copy.id) }) }
        toast.success(templates.duplicated(copy.name), { action })
      }),
    download: ({ id, name }: Named) =>
      run(async () => {
        saveBlob(await fetchTemplateFile(id), `${fileNameOf(name)}${templates.fileEnding}`)
      }),
  }
}
