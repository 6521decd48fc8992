import { flushSync } from 'react-dom'
import { resize, type Handle, type Point, type Rect } from '../../../../lib/geometry.ts'
import { pageOf, rectOf, smallestField, type EditorField } from '../model/document.ts'
import { documentOf } from '../model/editor.ts'
import { snapResize } from '../model/snap.ts'
import { addLayer, drawGuides, drawMeasure } from './draw-guides.ts'
import { snapOptions, type CanvasHost } from './host.ts'
import { readPages, toContent, type PageBox } from './page-boxes.ts'
import type { Drag, DragPoint } from './run-drag.ts'

/** Pulls a field by one of its handles. It alone is drawn anew meanwhile, as its text takes other lines. */
export function dragResize(host: CanvasHost, field: EditorField, handle: Handle, start: Point): Drag {
  const from = toContent(host.content, start)
  let box: PageBox | undefined
  let guides: HTMLElement | undefined
  let rect: Rect = rectOf(field)

  const move = ({ client, free }: DragPoint) => {
    if (box === undefined || guides === undefined) return
    const now = host.read()
    const { scale, state } = now
    const at = toContent(host.content, client)
    const page = pageOf(state.pages, field.page)
    const by = { x: (at.x - from.x) / scale, y: (at.y - from.y) / scale }
    const wanted = resize(rectOf(field), handle, by, page, smallestField)
    const others = documentOf(state).fields.filter(({ id, page: on }) => on === field.page && id !== field.id)
    const snapped = snapResize(wanted, handle, { others, page }, snapOptions(now, free))
    rect = snapped.rect
    host.preview({ id: field.id, rect })
    drawGuides(guides, snapped.guides, box, scale)
    drawMeasure(guides, `${Math.round(rect.width)} × ${Math.round(rect.height)} pt`, rect, box, scale)
  }
  const end = () => {
    guides?.remove()
    host.preview(null)
  }
  return {
    begin: () => {
      box = readPages(host.content).find(({ page }) => page === field.page)
      guides = addLayer(host.overlay)
    },
    move,
    drop: () => {
      flushSync(() => {
        host.act({ type: 'place', places: new Map([[field.id, { ...rect, page: field.page }]]) })
        host.preview(null)
      })
      end()
    },
    cancel: end,
  }
}
