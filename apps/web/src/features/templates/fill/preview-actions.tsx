import type { TemplateData } from '@foja/contracts/template-fields'
import { Download, Printer } from 'lucide-react'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { useTemplateFillTexts } from '../texts/template-fill.ts'
import type { LivePreview } from './use-live-preview.ts'

type Props = {
  /** The template's id. */
  id: string
  preview: LivePreview
  /** Name of the document. */
  nombre: string
  data: TemplateData
}

const fetchCode = () => import('../api/template-pdfs.ts')

/** Saves and prints the document as it is now, without creating it. */
export function PreviewActions({ id, preview, nombre, data }: Props) {
  const texts = useTemplateFillTexts()
  const { images, updating } = preview
  const { mutate, isPending, variables } = useToastMutation({
    mutationFn: async (act: 'download' | 'print') => {
      const code = await fetchCode()
      if (act === 'download') await code.saveFilledPdf(id, data, nombre)
      else if (images !== undefined) await code.printPageImages(images, nombre)
    },
  })
  return (
    <div className="flex justify-end gap-2 border-b border-line bg-panel px-4 py-2 max-sm:*:flex-1">
      <Button
        size="sm"
        icon={<Download />}
        loading={isPending && variables === 'download'}
        onClick={() => mutate('download')}
      >
        {texts.downloadPdf}
      </Button>
      <Button
        size="sm"
        icon={<Printer />}
        disabled={images === undefined || updating}
        loading={isPending && variables === 'print'}
        onClick={() => mutate('print')}
      >
        {texts.print}
      </Button>
    </div>
  )
}
