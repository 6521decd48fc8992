import { ChevronLeft, ChevronRight, Minus, Plus, Redo2, SquareMousePointer, Undo2 } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Zoom } from '../../../shared/use-zoom.ts'
import { touchRoom } from './touch-room.ts'

type Props = {
  mayEdit: boolean
  canUndo: boolean
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
  zoom: Zoom
  page: number
  pages: number
  onGo: (page: number) => void
  /** Below the pages, if the top bar has no room. */
  docked: boolean
  /** There is room for the page buttons. */
  wide: boolean
  several: boolean
  onSeveral: (on: boolean) => void
  touch: boolean
}

const Line = () => <span aria-hidden className="mx-2 h-5 w-px shrink-0 bg-line" />

/** Undo, redo, zoom and page number. */
export function EditorToolbar(props: Props) {
  const {
    mayEdit,
    canUndo,
    canRedo,
    onUndo,
    onRedo,
    zoom,
    page,
    pages,
    onGo,
    docked,
    wide,
    several,
    onSeveral,
    touch,
  } = props
  const words = useTemplateEditorTexts()
  const { percent } = useFormat()
  return (
    <div
      role="toolbar"
      aria-label={words.tools}
      className={cn(
        'mx-auto flex shrink-0 items-center',
        docked && 'w-full justify-center border-t border-line bg-panel py-1.5',
        touchRoom,
      )}
    >
      {mayEdit && (
        <>
          <IconButton label={words.undo} disabled={!canUndo} onClick={onUndo}>
            <Undo2 />
          </IconButton>
          <IconButton label={words.redo} disabled={!canRedo} onClick={onRedo}>
            <Redo2 />
          </IconButton>
          {touch && (
            <IconButton label={words.several} aria-pressed={several} onClick={() => onSeveral(!several)}>
              <SquareMousePointer />
            </IconButton>
          )}
          <Line />
        </>
      )}
      <IconButton label={words.zoomOut} onClick={zoom.zoomOut}>
        <Minus />
      </IconButton>
      <button
        type="button"
        title={words.zoomFit}
        onClick={zoom.fit}
        className="h-9 w-14 rounded-lg text-center font-medium figures hover:bg-muted"
      >
        {percent(zoom.zoom)}
      </button>
      <IconButton label={words.zoomIn} onClick={zoom.zoomIn}>
        <Plus />
      </IconButton>
      {wide && pages > 1 && (
        <div className={cn('flex items-center', docked && 'wide-only')}>
          <Line />
          <IconButton label={words.previousPage} disabled={page <= 1} onClick={() => onGo(page - 1)}>
            <ChevronLeft />
          </IconButton>
          <span className="px-1 font-medium whitespace-nowrap figures">{words.page(page, pages)}</span>
          <IconButton label={words.nextPage} disabled={page >= pages} onClick={() => onGo(page + 1)}>
            <ChevronRight />
          </IconButton>
        </div>
      )}
    </div>
  )
}
