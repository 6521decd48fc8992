import type { Template } from '@foja/contracts/templates'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCurrentPage } from '../../../shared/use-current-page.ts'
import { useZoom } from '../../../shared/use-zoom.ts'
import { basePagesQuery, templatePagesQuery } from '../api/template-pages.ts'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { useCanvas } from './canvas/use-canvas.ts'
import type { EditorState } from './model/editor.ts'
import type { SnapSettings } from './snap-settings.ts'
import type { EditorLayout } from './use-editor-layout.ts'
import type { Act } from './use-editor.ts'
import { usePalette } from './use-palette.ts'

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
