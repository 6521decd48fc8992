import type { Template } from '@foja/contracts/templates'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCurrentPage } from '../../../shared/use-current-page.ts'
import { useZoom } from '../../../shared/use-zoom.ts'
import { basePagesQuery, templatePagesQuery } from '../api/templates.ts'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { useCanvas } from './canvas/use-canvas.ts'
import type { EditorState } from './model/editor.ts'
import type { Act } from './use-editor.ts'
import { usePalette } from './use-palette.ts'
import { phoneQuery, touchQuery, useMedia } from '../../../ui/use-media.ts'

/** Snapping: grid spacing in points (0 without a grid), and other fields. */
export type SnapSettings = { grid: number; neighbours: boolean }

const name = 'foja-editor-snap'
const usual: SnapSettings = { grid: 0, neighbours: true }

function read(): SnapSettings {
  try {
    const { grid, neighbours } = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<SnapSettings>
    return { grid: grid === 5 || grid === 10 ? grid : usual.grid, neighbours: neighbours ?? usual.neighbours }
  } catch {
    return usual
  }
}

/** The user's settings in this browser. */
export function useSnapSettings() {
  const [snap, setSnap] = useState(read)
  const keep = (next: SnapSettings) => {
    setSnap(next)
    try {
      localStorage.setItem(name, JSON.stringify(next))
    } catch {
      // Storage is unavailable: the setting lasts for this visit.
    }
  }
  return [snap, keep] as const
}

/** Below this width the columns for fields and properties share one place. */
const narrowQuery = '(width < 80em)'
/** The toolbar is below the pages, because at the top it would take the place of the name. */
const dockedQuery = '(width < 62em), (width < 80em) and (pointer: coarse)'

type Column = 'fields' | 'properties' | 'versions'

/** Which columns and bars of the editor fit, and which column is open. */
export function useEditorLayout() {
  const phone = useMedia(phoneQuery)
  const narrow = useMedia(narrowQuery)
  const touch = useMedia(touchQuery)
  const docked = useMedia(dockedQuery)
  const [column, setColumn] = useState<Column>('fields')
  return {
    phone,
    narrow,
    touch,
    docked,
    column,
    showSide: !phone && (!narrow || column === 'fields'),
    showPanel: !phone && (!narrow || column !== 'fields'),
    openProperties: () => setColumn('properties'),
    toggleProperties: () => setColumn((now) => (now === 'fields' ? 'properties' : 'fields')),
    toggleVersions: () => setColumn((now) => (now === 'versions' ? 'fields' : 'versions')),
  }
}

type EditorLayout = ReturnType<typeof useEditorLayout>

type Options = {
  template: Template
  viewing: Template | undefined
  editor: { state: EditorState; act: Act; read: () => EditorState }
  say: (text: string) => void
  layout: EditorLayout
  snap: SnapSettings
  mayEdit: boolean
}

/** The pages on the screen: images, zoom, current page, canvas and palette. */
export function useEditorView({ template, viewing, editor, say, layout, snap, mayEdit }: Options) {
  const { state, act, read } = editor
  const words = useTemplateEditorTexts()
  const [several, setSeveral] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const pdfPath = viewing?.pdf_path ?? template.pdf_path
  const pages = useQuery({
    ...(pdfPath === template.pdf_path ? templatePagesQuery(template.id) : basePagesQuery(pdfPath)),
  })
  const zoom = useZoom(
    scroller,
    {
      width: Math.max(0, ...state.pages.map(({ width }) => width)),
      height: Math.max(0, ...state.pages.map(({ height }) => height)),
    },
    layout.phone ? 'auto' : 'page',
  )
  const { current, goTo } = useCurrentPage(scroller, state.pages.length)
  const changeSeveral = (on: boolean) => {
    setSeveral(on)
    say(on ? words.announced.several : words.announced.oneByOne)
  }
  const openProperties = () => {
    layout.openProperties()
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
  return { pdfPath, pages, zoom, current, goTo, several, changeSeveral, canvas, palette, panel }
}
