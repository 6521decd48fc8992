import type { Template } from '@foja/contracts/templates'
import { X } from 'lucide-react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { VersionsList } from '../components/versions-list.tsx'

type Props = {
  template: Template
  shown: number
  onSee: (version: number) => void
  onRestored: (template: Template) => void
  onClose: () => void
}

/** All versions, beside the pages. */
export function VersionsPanel({ template, shown, onSee, onRestored, onClose }: Props) {
  const words = useTemplateEditorTexts()
  return (
    <>
      <header className="mb-3 flex min-h-13 items-center gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 font-semibold">{words.versions}</h2>
        <IconButton label={words.closeVersions} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="px-4">
        <VersionsList template={template} shown={shown} onSee={onSee} onRestored={onRestored} />
      </div>
    </>
  )
}
