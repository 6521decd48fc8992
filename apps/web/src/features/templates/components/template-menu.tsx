import type { TemplateSummary } from '@foja/contracts/templates'
import { Archive, Copy, Download, Eye, History, Pencil, ArchiveRestore, TextCursorInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TemplateDialog } from './template-dialogs.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useTemplatesTexts } from '../texts/templates.ts'
import { paths } from '../../../lib/router/paths.ts'
import { MenuItem, MenuSeparator, ActionsMenu } from '../../../ui/menu.tsx'
import { useTemplateActs } from '../use-template-acts.ts'
import { MenuLink } from '../../../shared/menu-link.tsx'

const TemplateDialogs = lazyPart(async () => (await import('./template-dialogs.tsx')).TemplateDialogs)

type Props = {
  template: TemplateSummary
  /** The user may create templates, so they may duplicate one. */
  mayCreate: boolean
}

/** The actions that the user may perform on a template. */
export function TemplateMenu({ template, mayCreate }: Props) {
  const templates = useTemplatesTexts()
  const acts = useTemplateActs()
  const [dialog, setDialog] = useState<TemplateDialog | null>(null)
  const { id, name, actions } = template
  const mayEdit = actions.includes('edit')
  const used = template.uses > 0
  return (
    <>
      <ActionsMenu label={templates.actionsOf(name)} tooltip={false}>
        <MenuLink
          to={paths.template(id)}
          icon={mayEdit ? <Pencil /> : <Eye />}
          label={mayEdit ? templates.edit : templates.open}
        />
        {mayEdit && (
          <MenuItem icon={<TextCursorInput />} label={templates.rename} onSelect={() => setDialog('rename')} />
        )}
        {mayCreate && !template.archived && (
          <MenuItem icon={<Copy />} label={templates.duplicate} onSelect={() => void acts.duplicate(template)} />
        )}
        <MenuItem icon={<History />} label={templates.versions} onSelect={() => setDialog('versions')} />
        <MenuItem icon={<Download />} label={templates.export} onSelect={() => void acts.download(template)} />
        {actions.includes('restore') && (
          <MenuItem icon={<ArchiveRestore />} label={templates.restore} onSelect={() => void acts.restore(template)} />
        )}
        {actions.includes('delete') && (
          <>
            <MenuSeparator />
            {/* Archiving can be undone, so it needs no confirmation. */}
            <MenuItem
              icon={used ? <Archive /> : <Trash2 />}
              label={used ? templates.archive : templates.delete}
              danger={!used}
              onSelect={() => (used ? void acts.remove(template) : setDialog('delete'))}
            />
          </>
        )}
      </ActionsMenu>
      {dialog !== null && (
        <TemplateDialogs
          dialog={dialog}
          template={template}
          onDelete={() => {
            setDialog(null)
            void acts.remove(template)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
