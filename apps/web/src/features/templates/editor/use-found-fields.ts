import type { TemplateField } from '@foja/contracts/template-fields'
import { useEffect, useRef, useState } from 'react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { toastError } from '../../../shared/use-toast-mutation.ts'
import { toast } from '../../../ui/toast-store.ts'
import { detectFields } from '../api/templates.ts'
import { withFreeKeys } from './model/clipboard.ts'
import { documentOf, type EditorState } from './model/editor.ts'
import type { Act } from './use-editor.ts'

type Found = { fields: readonly TemplateField[]; skipped: number }

/** Form fields of the PDF that the template does not have yet. */
function missingOf(found: readonly TemplateField[], state: EditorState): TemplateField[] {
  const { fields } = documentOf(state)
  const stood = new Set(fields.map((field) => field.form_field))
  return withFreeKeys(
    found.filter(({ form_field }) => form_field === undefined || !stood.has(form_field)),
    fields,
  )
}

/** Form fields of the base PDF: detected when a template without fields is opened, and on request. */
export function useFoundFields(pdfPath: string, read: () => EditorState, act: Act, empty: boolean) {
  const words = useTemplateEditorTexts()
  const domain = useDomainTexts()
  const [found, setFound] = useState<Found | null>(null)
  const [busy, setBusy] = useState(false)

  const look = async (requested: boolean) => {
    setBusy(true)
    try {
      const { fields, skipped } = await detectFields(pdfPath)
      const missing = missingOf(fields, read())
      if (missing.length > 0) setFound({ fields: missing, skipped: skipped.length })
      else if (requested) toast.info(words.foundNone)
    } catch (error) {
      // Errors are only shown on request.
      if (requested) toastError(error, domain.tryAgainLater)
    }
    setBusy(false)
  }

  const looked = useRef(false)
  useEffect(() => {
    if (!empty || looked.current) return
    looked.current = true
    void look(false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the template is opened
  }, [empty])

  return {
    found,
    busy,
    look: () => void look(true),
    add: () => {
      if (found === null) return
      act({ type: 'append', fields: missingOf(found.fields, read()) })
      toast.success(words.foundAdded(found.fields.length))
      setFound(null)
    },
    dismiss: () => setFound(null),
  }
}
