import { flushSync } from 'react-dom'
import type { Handle, Point, Rect } from '../../../../lib/files/geometry.ts'
import type { Places } from '../model/arrange.ts'
import { boundsOf, fieldsOn, pageOf, type EditorField } from '../model/document.ts'
import { documentOf, selectedOf, selectionOf } from '../model/editor.ts'
import { leastBox, resizeBox, scaleInto } from '../model/scale.ts'
import { addLayer, drawGuides, drawMeasure } from './draw-guides.ts'
import { snapOptions, type CanvasHost } from './host.ts'
import { readPages, toContent, type PageBox } from './page-boxes.ts'
import type { Drag, DragPoint } from './run-drag.ts'

/** The selected fields of a page, their bounding box, and the other fields of the page. */
type Grabbed = {
  fields: readonly EditorField[]
  others: readonly EditorField[]
  round: Rect
  box: PageBox
  guides: HTMLElement
}

function grab(host: CanvasHost, page: number): Grabbed | undefined {
  const { state } = host.read()
  const fields = fieldsOn(selectedOf(state), page)
  const chosen = new Set(fields)
  const round = boundsOf(fields)
  const box = readPages(host.content).find((one) => one.page === page)
  if (round === null || box === undefined) return undefined
  const others = fieldsOn(documentOf(state).fields, page).filter((field) => !chosen.has(field))
  return { fields, others, round, box, guides: addLayer(host.overlay) }
}

/**
 * Resizes the selected fields of a page by a handle of their bounding box, in proportion. Only they are re-rendered
 * meanwhile, because their text may wrap differently. Shift keeps the aspect ratio.
 */
export function dragResize(host: CanvasHost, page: number, handle: Handle, start: Point): Drag {
  const from = toContent(host.content, start)
  let grabbed: Grabbed | undefined
  let places: Places | undefined

  const move = ({ client, free, shift }: DragPoint) => {
    if (grabbed === undefined) return
    const { fields, others, round, box, guides } = grabbed
    const now = host.read()
    const { scale, state } = now
    const at = toContent(host.content, client)
    const by = { x: (at.x - from.x) / scale, y: (at.y - from.y) / scale }
    const pull = { handle, by, least: leastBox(round, fields), ratio: shift }
    const around = { others, page: pageOf(state.pages, page) }
    const { rect, guides: lines } = resizeBox(round, pull, around, snapOptions(now, free))
    places = scaleInto(fields, round, rect)
    host.preview(places)
    drawGuides(guides, lines, box, scale)
    drawMeasure(guides, `${Math.round(rect.width)} × ${Math.round(rect.height)} pt`, rect, box, scale)
  }
  const end = () => {
    grabbed?.guides.remove()
    host.preview(null)
  }
  return {
    begin: () => {
      grabbed = grab(host, page)
    },
    move,
    drop: () => {
      if (places !== undefined) {
        const pulled = places
        flushSync(() => {
          host.act({ type: 'place', places: pulled })
          host.preview(null)
        })
      }
      end()
      const id = selectionOf(host.read().state).at(-1)
      if (id !== undefined) host.focus(id)
    },
    cancel: end,
  }
}
