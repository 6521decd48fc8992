import type { TemplateSummary } from '@foja/contracts/templates'
import {
  Archive,
  Copy,
  Download,
  Ellipsis,
  Eye,
  History,
  Pencil,
  ArchiveRestore,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useTemplatesTexts } from '../texts/templates.ts'
import { paths } from '../../../lib/router/paths.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { useTemplateActs } from '../use-template-acts.ts'

const RenameModal = lazyPart(async () => (await import('./rename-modal.tsx')).RenameModal)
const VersionsModal = lazyPart(async () => (await import('./versions-modal.tsx')).VersionsModal)
const DeleteModal = lazyPart(async () => (await import('./delete-modal.tsx')).DeleteModal)

type Props = {
  template: TemplateSummary
  /** The user may create templates, so they may duplicate one. */
  mayCreate: boolean
}

/** The actions that the user may perform on a template. */
export function TemplateMenu({ template, mayCreate }: Props) {
  const templates = useTemplatesTexts()
  const acts = useTemplateActs()
  const [dialog, setDialog] = useState<'rename' | 'versions' | 'delete' | null>(null)
  const { id, name, actions } = template
  const mayEdit = actions.includes('edit')
  const used = template.uses > 0
  return (
    <>
      <Menu
        trigger={
          <IconButton label={templates.actionsOf(name)} tooltip={false}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem asChild>
          <AppLink to={paths.template(id)}>
            {mayEdit ? <Pencil /> : <Eye />} {mayEdit ? templates.edit : templates.open}
          </AppLink>
        </MenuItem>
        {mayEdit && (
          <MenuItem icon={<TextCursorInput />} onSelect={() => setDialog('rename')}>
            {templates.rename}
          </MenuItem>
        )}
        {mayCreate && !template.archived && (
          <MenuItem icon={<Copy />} onSelect={() => void acts.duplicate(template)}>
            {templates.duplicate}
          </MenuItem>
        )}
        <MenuItem icon={<History />} onSelect={() => setDialog('versions')}>
          {templates.versions}
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={() => void acts.download(template)}>
          {templates.export}
        </MenuItem>
        {actions.includes('restore') && (
          <MenuItem icon={<ArchiveRestore />} onSelect={() => void acts.restore(template)}>
            {templates.restore}
          </MenuItem>
        )}
        {actions.includes('delete') && (
          <>
            <MenuSeparator />
            {/* Archiving can be undone, so it needs no confirmation. */}
            <MenuItem
              icon={used ? <Archive /> : <Trash2 />}
              danger={!used}
              onSelect={() => (used ? void acts.remove(template) : setDialog('delete'))}
            >
              {used ? templates.archive : templates.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'rename' && <RenameModal template={template} onClose={() => setDialog(null)} />}
      {dialog === 'versions' && <VersionsModal id={id} name={name} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && (
        <DeleteModal
          name={name}
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
