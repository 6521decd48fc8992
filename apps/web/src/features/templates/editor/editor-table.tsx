import type { Template } from '@foja/contracts/templates'
import { useMemo, useState, type ReactNode } from 'react'
import { localToday } from '../../../lib/format/local-moment.ts'
import { useRestoreVersion } from '../use-restore-version.ts'
import { EditorCanvas } from './canvas/editor-canvas.tsx'
import { EditorActions } from './editor-actions.tsx'
import { EditorDialogs, type EditorDialog } from './editor-dialogs.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { EditorPanel } from './editor-panel.tsx'
import { EditorSide } from './editor-side.tsx'
import { EditorTitle } from './editor-title.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import type { KeptDraft } from './kept-draft.ts'
import { beginEditor, documentOf } from './model/editor.ts'
import { SidePanel } from './side-panel.tsx'
import { useSnapSettings, useEditorLayout, useEditorView } from './use-editor-view.ts'
import { useEditing } from './use-editing.ts'
import type { Act } from './use-editor.ts'
import { useFoundFields } from './use-found-fields.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useProblems } from './use-problems.ts'
import { useSaveCommands } from './use-save-commands.ts'
import { useStatus } from './use-status.ts'
import { useWindowKeys } from './use-window-keys.ts'
import { VersionsPanel } from './editor-side.tsx'
import { Eye, FilePlus2 } from 'lucide-react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { Button } from '../../../ui/button.tsx'

type Props = { mayUse: boolean; onPreview: () => void; onUse: () => void }

/** The actions on phones: preview and use. */
function PhoneActions({ mayUse, onPreview, onUse }: Props) {
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

/** Renders the shell around the editor, which belongs to the page. */
export type Frame = (parts: {
  header: ReactNode
  tools: ReactNode
  phoneTools: ReactNode
  children: ReactNode
}) => ReactNode

export type TableProps = {
  template: Template
  /** The user's unsaved changes of a previous visit. */
  draft: KeptDraft | null
  /** The older version being viewed. */
  viewing: Template | undefined
  frame: Frame
  onBack: () => void
  onUse: () => void
  onVersion: (version: number | undefined) => void
  /** Opens another template that was just created. */
  onOpen: (id: string) => void
}

/** State of the editor with everything that its columns, bars and dialogs need. */
function useTable({ template, draft, viewing, onUse, onVersion, onOpen }: TableProps) {
  const layout = useEditorLayout()
  const [today] = useState(localToday)
  const [snap, setSnap] = useSnapSettings()
  const [dialog, setDialog] = useState<EditorDialog | null>(null)
  const editing = useEditing(template, draft)
  const { saving, dirty, flush, say } = editing
  const mayEdit = template.actions.includes('edit') && !layout.phone && viewing === undefined
  const mayUse = template.actions.includes('use') && viewing === undefined
  const editor = useShown(editing, viewing)
  const { state, act, read } = editor
  const checked = useProblems(documentOf(state), state.pages)
  const view = useEditorView({ template, viewing, editor, say, layout, snap, mayEdit })
  const { canvas, current } = view
  const found = useFoundFields(template.pdf_path, read, act, mayEdit && template.fields.length === 0)
  const guard = useLeaveGuard(dirty && viewing === undefined, flush)
  const onRestored = (restored: Template) => {
    saving.take(restored)
    onVersion(undefined)
  }
  const restore = useRestoreVersion(template, onRestored)
  const status = useStatus(editing, viewing)
  const commands = useSaveCommands({ template, editing, problems: checked.problems, act, canvas, onUse, onOpen })
  useWindowKeys(
    {
      undo: () => act({ type: 'undo' }),
      redo: () => act({ type: 'redo' }),
      save: () => void (dirty && commands.save()),
      copy: () => act({ type: 'copy' }),
      cut: () => act({ type: 'cut' }),
      paste: () => act({ type: 'paste', page: current }),
      duplicate: () => act({ type: 'duplicate' }),
    },
    mayEdit,
  )
  return {
    ...checked,
    layout,
    today,
    snap,
    setSnap,
    dialog,
    setDialog,
    editing,
    mayEdit,
    mayUse,
    state,
    act,
    view,
    found,
    guard,
    restore,
    onRestored,
    status,
    commands,
  }
}

type Table = ReturnType<typeof useTable>

/** The editor with its columns, bars and dialogs. */
export function EditorTable(props: TableProps) {
  const { template, viewing, frame, onBack, onUse } = props
  const table = useTable(props)
  const { layout, editing, mayEdit, mayUse, state, act, view, today } = table
  const toolbar = !layout.phone && <Toolbar table={table} />
  return frame({
    header: (
      <>
        <EditorTitle
          name={viewing?.name ?? template.name}
          status={mayEdit || viewing !== undefined ? table.status : null}
          onRename={mayEdit ? editing.saving.rename : undefined}
          onBack={onBack}
        />
        {!layout.docked && toolbar}
      </>
    ),
    tools: <Actions table={table} />,
    phoneTools: <></>,
    children: (
      <div className="flex h-[calc(100dvh-3.5rem)] min-w-0 flex-1">
        {layout.showSide && (
          <EditorSide
            canvas={view.canvas}
            palette={view.palette}
            state={state}
            act={act}
            images={view.pages.data}
            page={view.current}
            onGo={view.goTo}
            wrong={table.wrong}
            mayEdit={mayEdit}
          />
        )}
        <EditorCanvas
          canvas={view.canvas}
          state={state}
          act={act}
          images={view.pages.data}
          onBroken={() => void view.pages.refetch()}
          current={view.current}
          scale={view.zoom.scale}
          today={today}
          grid={table.snap.grid}
          wrong={table.wrong}
          mayEdit={mayEdit}
          foot={layout.docked && toolbar}
        >
          <Notices {...props} table={table} />
        </EditorCanvas>
        {layout.showPanel && <Column {...props} table={table} />}
        {layout.phone && <PhoneActions mayUse={mayUse} onPreview={() => table.setDialog('preview')} onUse={onUse} />}
        <output aria-live="polite" className="sr-only">
          {editing.announcement}
        </output>
        <EditorDialogs
          dialog={table.dialog}
          onClose={() => table.setDialog(null)}
          name={viewing?.name ?? template.name}
          pdfPath={view.pdfPath}
          document={documentOf(state)}
          today={today}
          editing={editing}
          guard={table.guard}
          commands={table.commands}
        />
      </div>
    ),
  })
}

function Actions({ table }: { table: Table }) {
  const { layout, editing, act, commands, setDialog } = table
  return (
    <EditorActions
      mayEdit={table.mayEdit}
      mayUse={table.mayUse}
      dirty={editing.dirty}
      saving={editing.saving.saving}
      wide={!layout.narrow}
      snap={table.snap}
      onSnap={table.setSnap}
      onPreview={() => setDialog('preview')}
      onSave={() => void commands.save()}
      onUse={() => void commands.saveAndUse()}
      on={{
        versions: layout.toggleVersions,
        detect: table.found.look,
        readingOrder: () => act({ type: 'reading-order' }),
        shortcuts: () => setDialog('shortcuts'),
        properties: layout.narrow ? layout.toggleProperties : undefined,
      }}
      propertiesOpen={layout.column !== 'fields'}
    />
  )
}

function Toolbar({ table: { layout, mayEdit, state, act, view } }: { table: Table }) {
  return (
    <EditorToolbar
      mayEdit={mayEdit}
      canUndo={state.history.past !== null}
      canRedo={state.history.future !== null}
      onUndo={() => act({ type: 'undo' })}
      onRedo={() => act({ type: 'redo' })}
      zoom={view.zoom}
      page={view.current}
      pages={state.pages.length}
      onGo={view.goTo}
      docked={layout.docked}
      wide={!layout.narrow || layout.docked}
      touch={layout.touch}
      several={view.several}
      onSeveral={view.changeSeveral}
    />
  )
}

function Notices({ template, viewing, onVersion, table }: TableProps & { table: Table }) {
  const { editing, restore } = table
  return (
    <EditorNotices
      template={template}
      phone={table.layout.phone}
      viewing={viewing}
      onNewest={() => onVersion(undefined)}
      onRestore={() => viewing !== undefined && restore.mutate(viewing.version)}
      restoring={restore.isPending}
      recovered={editing.recovered}
      onDiscard={editing.discard}
      onKeep={editing.keepRecovered}
      found={table.found}
      saving={editing.saving}
    />
  )
}

/** The column at the right: versions, or properties of the selection. */
function Column({ template, viewing, onVersion, table }: TableProps & { table: Table }) {
  const { layout, view, state, act, editing } = table
  if (layout.column === 'versions')
    return (
      <SidePanel ref={view.panel} onLeave={layout.toggleVersions}>
        <VersionsPanel
          template={template}
          shown={viewing?.version ?? editing.saving.base.version}
          onSee={onVersion}
          onRestored={table.onRestored}
          onClose={layout.toggleVersions}
        />
      </SidePanel>
    )
  return (
    <EditorPanel
      ref={view.panel}
      canvas={view.canvas}
      state={state}
      act={act}
      problems={table.problems}
      mayEdit={table.mayEdit}
      onShortcuts={() => table.setDialog('shortcuts')}
    />
  )
}

/** The document on the screen: the edited one, or a read-only older version. */
function useShown({ state, act, read }: ReturnType<typeof useEditing>, viewing: Template | undefined) {
  const old = useMemo(() => {
    if (viewing === undefined) return undefined
    const { locale, fields, page_sizes: pages } = viewing
    const shown = beginEditor({ locale, fields, pages })
    const still: Act = () => ({ before: shown, after: shown })
    return { state: shown, act: still, read: () => shown }
  }, [viewing])
  return old ?? { state, act, read }
}
