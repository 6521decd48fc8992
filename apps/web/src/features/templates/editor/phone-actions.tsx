import { Eye, FilePlus2 } from 'lucide-react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { Button } from '../../../ui/button.tsx'

type Props = { mayUse: boolean; onPreview: () => void; onUse: () => void }

/** The actions on phones: preview and use. */
export function PhoneActions({ mayUse, onPreview, onUse }: Props) {
  const words = useTemplateEditorTexts()
  return (
    <div className="flex gap-2 border-t border-line bg-panel p-4 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:[&>button]:flex-1">
      <Button icon={<Eye />} onClick={onPreview}>
        {words.preview}
      </Button>
      {mayUse && (
        <Button variant="primary" icon={<FilePlus2 />} onClick={onUse}>
          {words.use}
        </Button>
      )}
    </div>
  )
}
