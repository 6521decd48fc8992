import {
  EllipsisVertical,
  Eye,
  FilePlus2,
  FormInput,
  History,
  Keyboard,
  ListOrdered,
  Save,
  SlidersHorizontal,
} from 'lucide-react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import type { SnapSettings } from './use-editor-view.ts'
import { touchRoom } from './touch-room.ts'

export type ActionProps = {
  mayEdit: boolean
  mayUse: boolean
  dirty: boolean
  saving: boolean
  /** There is room for labels. */
  wide: boolean
  snap: SnapSettings
  onSnap: (snap: SnapSettings) => void
  onPreview: () => void
  onSave: () => void
  onUse: () => void
  on: {
    versions: () => void
    detect: () => void
    readingOrder: () => void
    shortcuts: () => void
    /** Undefined if the properties have their own column. */
    properties: (() => void) | undefined
  }
  propertiesOpen: boolean
}

const grids = { none: 0, five: 5, ten: 10 } as const
type Grid = keyof typeof grids

/** Actions on the template: preview, save, use; others in a menu. The next likely one is the primary button. */
export function EditorActions(props: ActionProps) {
  const { mayEdit, mayUse, dirty, saving, wide, onPreview, onSave, onUse, on, propertiesOpen } = props
  const words = useTemplateEditorTexts()
  return (
    <div className={cn('flex items-center gap-1', touchRoom)}>
      {on.properties !== undefined && (
        <IconButton label={words.properties} aria-pressed={propertiesOpen} onClick={on.properties}>
          <SlidersHorizontal />
        </IconButton>
      )}
      {mayEdit && <MoreMenu {...props} />}
      {!mayEdit && (
        <IconButton label={words.versions} onClick={on.versions}>
          <History />
        </IconButton>
      )}
      {wide ? (
        <Button icon={<Eye />} onClick={onPreview}>
          {words.preview}
        </Button>
      ) : (
        <IconButton label={words.preview} variant="secondary" onClick={onPreview}>
          <Eye />
        </IconButton>
      )}
      {mayEdit && (
        <Button
          variant={dirty ? 'primary' : 'secondary'}
          icon={<Save />}
          disabled={!dirty}
          loading={saving}
          onClick={onSave}
          className="ml-1 max-lg:[&_svg]:hidden"
        >
          {words.save}
        </Button>
      )}
      {mayUse && (
        <Button
          variant={dirty ? 'secondary' : 'primary'}
          icon={<FilePlus2 />}
          disabled={saving}
          onClick={onUse}
          className="mx-1 max-lg:[&_svg]:hidden"
        >
          {wide ? words.use : words.useShort}
        </Button>
      )}
    </div>
  )
}

function MoreMenu({ snap, onSnap, on }: ActionProps) {
  const words = useTemplateEditorTexts()
  const grid: Grid = snap.grid === 5 ? 'five' : snap.grid === 10 ? 'ten' : 'none'
  return (
    <Menu
      trigger={
        <IconButton label={words.moreTools}>
          <EllipsisVertical />
        </IconButton>
      }
    >
      <MenuItem icon={<History />} label={words.versions} onSelect={on.versions} />
      <MenuItem icon={<FormInput />} label={words.detect} onSelect={on.detect} />
      <MenuItem icon={<ListOrdered />} label={words.readingOrder} onSelect={on.readingOrder} />
      <MenuItem icon={<Keyboard />} label={words.shortcuts} onSelect={on.shortcuts} />
      <MenuSeparator />
      <MenuChoice
        label={words.guidesTitle}
        value={snap.neighbours ? 'on' : 'off'}
        onValueChange={(next) => onSnap({ ...snap, neighbours: next === 'on' })}
        options={(['on', 'off'] as const).map((value) => ({ value, label: words.guides[value] }))}
      />
      <MenuSeparator />
      <MenuChoice
        label={words.gridTitle}
        value={grid}
        onValueChange={(next) => onSnap({ ...snap, grid: grids[next] })}
        options={(['none', 'five', 'ten'] as const).map((value) => ({ value, label: words.grid[value] }))}
      />
    </Menu>
  )
}
