import type { Template } from '@foja/contracts/templates'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { useCurrentPage } from '../../../shared/use-current-page.ts'
import { useZoom } from '../../../shared/use-zoom.ts'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { localToday } from '../../../lib/format/local-moment.ts'
import { toast } from '../../../ui/toast-store.ts'
import { phoneQuery, touchQuery, useMedia } from '../../../ui/use-media.ts'
import { basePagesQuery, templatePagesQuery } from '../api/template-pages.ts'
import { useRestoreVersion } from '../use-restore-version.ts'
import { EditorCanvas } from './canvas/editor-canvas.tsx'
import { useCanvas } from './canvas/use-canvas.ts'
import { EditorActions } from './editor-actions.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { EditorPanel } from './editor-panel.tsx'
import { EditorSide } from './editor-side.tsx'
import { EditorTitle } from './editor-title.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import type { KeptDraft } from './kept-draft.ts'
import { LeaveModal } from './leave-modal.tsx'
import { beginEditor, documentOf } from './model/editor.ts'
import { PhoneActions } from './phone-actions.tsx'
import { PreviewModal } from './preview-modal.tsx'
import { ShortcutsModal } from './shortcuts-modal.tsx'
import { SidePanel } from './side-panel.tsx'
import { useSnapSettings } from './snap-settings.ts'
import { StaleModal } from './stale-modal.tsx'
import { useEditing } from './use-editing.ts'
import type { Act } from './use-editor.ts'
import { useFoundFields } from './use-found-fields.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { usePalette } from './use-palette.ts'
import { useProblems } from './use-problems.ts'
import { useStatus } from './use-status.ts'
import { useWindowKeys } from './use-window-keys.ts'
import { VersionsPanel } from './versions-panel.tsx'

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

/** Below this width the columns for fields and properties share one place. */
const narrowQuery = '(width < 80em)'
/** The toolbar is below the pages, because at the top it would take the place of the name. */
const dockedQuery = '(width < 62em), (width < 80em) and (pointer: coarse)'

type Dialog = 'preview' | 'shortcuts'
type Column = 'fields' | 'properties' | 'versions'

/** The editor with its columns, bars and dialogs. */
export function EditorTable(props: TableProps) {
  const { template, draft, viewing, frame, onBack, onUse, onVersion, onOpen } = props
  const words = useTemplateEditorTexts()
  const phone = useMedia(phoneQuery)
  const narrow = useMedia(narrowQuery)
  const touch = useMedia(touchQuery)
  const docked = useMedia(dockedQuery)
  const [today] = useState(localToday)
  const [snap, setSnap] = useSnapSettings()
  const [several, setSeveral] = useState(false)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [column, setColumn] = useState<Column>('fields')
  const panel = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)

  const editing = useEditing(template, draft)
  const { saving, dirty, flush, say } = editing
  const mayEdit = template.actions.includes('edit') && !phone && viewing === undefined
  const mayUse = template.actions.includes('use') && viewing === undefined
  const { state, act, read } = useShown(editing, viewing)
  const { problems, wrong } = useProblems(documentOf(state), state.pages)

  const base = viewing?.pdf_path ?? template.pdf_path
  const pages = useQuery({
    ...(base === template.pdf_path ? templatePagesQuery(template.id) : basePagesQuery(base)),
  })
  const zoom = useZoom(
    scroller,
    {
      width: Math.max(0, ...state.pages.map(({ width }) => width)),
      height: Math.max(0, ...state.pages.map(({ height }) => height)),
    },
    phone ? 'auto' : 'page',
  )
  const { current, goTo } = useCurrentPage(scroller, state.pages.length)

  const changeSeveral = (on: boolean) => {
    setSeveral(on)
    say(on ? words.said.several : words.said.oneByOne)
  }
  const openProperties = () => {
    setColumn('properties')
    // The panel may be re-rendered first.
    requestAnimationFrame(() =>
      panel.current?.querySelector<HTMLElement>('input:not([type=color]), [role=combobox]')?.focus(),
    )
  }
  const canvas = useCanvas({
    scroller,
    read,
    act,
    scale: zoom.scale,
    snap,
    several,
    onSeveral: changeSeveral,
    mayEdit,
    current,
    goTo,
    onProperties: openProperties,
    zoom: { in: zoom.zoomIn, out: zoom.zoomOut, fit: zoom.fit },
  })
  const palette = usePalette(canvas, act, current)
  const found = useFoundFields(template.pdf_path, read, act, mayEdit && template.fields.length === 0)
  const guard = useLeaveGuard(dirty && viewing === undefined, flush)
  const restore = useRestoreVersion(template, (restored) => {
    saving.take(restored)
    onVersion(undefined)
  })
  const status = useStatus(editing, viewing)

  /** Saves the template, or focuses the first problem. */
  const save = async (version?: number): Promise<boolean> => {
    const [first] = problems
    if (first !== undefined) {
      act({ type: 'select', ids: [first.id] })
      canvas.focus(first.id)
      toast.error(`${first.label}: ${first.text}`)
      return false
    }
    const saved = await saving.save(version)
    if (saved) say(words.allSaved)
    return saved
  }
  const saveAndUse = async () => {
    if (!dirty || (await save())) onUse()
  }
  const saveCopy = async () => {
    const copy = await saving.saveCopy(words.copyName(template.name).slice(0, 120))
    if (copy === null) return
    toast.success(words.copyDone(copy.name))
    if (saving.stale !== null) saving.take(saving.stale)
    onOpen(copy.id)
  }
  useWindowKeys(
    {
      undo: () => act({ type: 'undo' }),
      redo: () => act({ type: 'redo' }),
      save: () => void (dirty && save()),
      copy: () => act({ type: 'copy' }),
      cut: () => act({ type: 'cut' }),
      paste: () => act({ type: 'paste', page: current }),
      duplicate: () => act({ type: 'duplicate' }),
    },
    mayEdit,
  )

  const versions = () => setColumn((now) => (now === 'versions' ? 'fields' : 'versions'))
  const actions = (
    <EditorActions
      mayEdit={mayEdit}
      mayUse={mayUse}
      dirty={dirty}
      saving={saving.saving}
      wide={!narrow}
      snap={snap}
      onSnap={setSnap}
      onPreview={() => setDialog('preview')}
      onSave={() => void save()}
      onUse={() => void saveAndUse()}
      on={{
        versions,
        detect: found.look,
        readingOrder: () => act({ type: 'reading-order' }),
        shortcuts: () => setDialog('shortcuts'),
        properties: narrow ? () => setColumn((now) => (now === 'fields' ? 'properties' : 'fields')) : undefined,
      }}
      propertiesOpen={column !== 'fields'}
    />
  )
  const toolbar = !phone && (
    <EditorToolbar
      mayEdit={mayEdit}
      canUndo={state.history.past !== null}
      canRedo={state.history.future !== null}
      onUndo={() => act({ type: 'undo' })}
      onRedo={() => act({ type: 'redo' })}
      zoom={zoom}
      page={current}
      pages={state.pages.length}
      onGo={goTo}
      docked={docked}
      wide={!narrow || docked}
      touch={touch}
      several={several}
      onSeveral={changeSeveral}
    />
  )
  const showSide = !phone && (!narrow || column === 'fields')
  const showPanel = !phone && (!narrow || column !== 'fields')

  return frame({
    header: (
      <>
        <EditorTitle
          name={viewing?.name ?? template.name}
          status={mayEdit || viewing !== undefined ? status : null}
          onRename={mayEdit ? saving.rename : undefined}
          onBack={onBack}
        />
        {!docked && toolbar}
      </>
    ),
    tools: actions,
    phoneTools: <></>,
    children: (
      <div className="flex h-[calc(100dvh-3.5rem)] min-w-0 flex-1">
        {showSide && (
          <EditorSide
            canvas={canvas}
            palette={palette}
            state={state}
            act={act}
            images={pages.data}
            page={current}
            onGo={goTo}
            wrong={wrong}
            mayEdit={mayEdit}
          />
        )}
        <EditorCanvas
          canvas={canvas}
          state={state}
          act={act}
          images={pages.data}
          onBroken={() => void pages.refetch()}
          current={current}
          scale={zoom.scale}
          today={today}
          grid={snap.grid}
          wrong={wrong}
          mayEdit={mayEdit}
          foot={docked && toolbar}
        >
          <EditorNotices
            template={template}
            phone={phone}
            viewing={viewing}
            onNewest={() => onVersion(undefined)}
            onRestore={() => viewing !== undefined && restore.mutate(viewing.version)}
            restoring={restore.isPending}
            recovered={editing.recovered}
            onDiscard={editing.discard}
            onKeep={editing.keepRecovered}
            found={found}
            saving={saving}
          />
        </EditorCanvas>
        {showPanel &&
          (column === 'versions' ? (
            <SidePanel ref={panel} onLeave={versions}>
              <VersionsPanel
                template={template}
                shown={viewing?.version ?? saving.base.version}
                onSee={onVersion}
                onRestored={(restored) => {
                  saving.take(restored)
                  onVersion(undefined)
                }}
                onClose={versions}
              />
            </SidePanel>
          ) : (
            <EditorPanel
              ref={panel}
              canvas={canvas}
              state={state}
              act={act}
              problems={problems}
              mayEdit={mayEdit}
              onShortcuts={() => setDialog('shortcuts')}
            />
          ))}
        {phone && <PhoneActions mayUse={mayUse} onPreview={() => setDialog('preview')} onUse={onUse} />}
        <output aria-live="polite" className="sr-only">
          {editing.said}
        </output>
        {dialog === 'preview' && (
          <PreviewModal pdfPath={base} document={documentOf(state)} today={today} onClose={() => setDialog(null)} />
        )}
        {dialog === 'shortcuts' && <ShortcutsModal onClose={() => setDialog(null)} />}
        {saving.stale !== null && (
          <StaleModal
            stale={saving.stale}
            busy={saving.saving}
            onMine={() => void save(saving.stale?.version)}
            onTheirs={() => saving.stale !== null && saving.take(saving.stale)}
            onCopy={() => void saveCopy()}
            onClose={saving.closeStale}
          />
        )}
        {guard.asking && saving.stale === null && (
          <LeaveModal
            saving={saving.saving}
            kept={editing.kept}
            onStay={() => guard.answer(false)}
            onLeave={() => guard.answer(true)}
            onSave={() => void save().then(guard.answer)}
          />
        )}
      </div>
    ),
  })
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
