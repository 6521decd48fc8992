import { flushSync } from 'react-dom'
import type { Point, Rect } from '../../../../lib/files/geometry.ts'
import { boundsOf, pageOf, type EditorField } from '../model/document.ts'
import { documentOf, selectedOf } from '../model/editor.ts'
import { insideOf } from '../model/move.ts'
import { snapMove } from '../model/snap.ts'
import { addLayer, drawGuides } from './draw-guides.ts'
import { framesOf, partsOf, snapOptions, type CanvasHost } from './host.ts'
import { pageAt, readPages, toContent, type PageBox } from './page-boxes.ts'
import type { Drag, DragPoint } from './run-drag.ts'

type Ghost = { moveBy: (by: Point) => void; remove: () => void }

/**
 * Moves copies of elements to one layer, so that each frame of a drag only moves that layer. The originals are hidden
 * meanwhile.
 */
function liftGhost(content: HTMLElement, overlay: HTMLElement, sources: readonly HTMLElement[]): Ghost {
  const ghost = document.createElement('div')
  ghost.inert = true
  ghost.className = 'absolute left-0 top-0 cursor-move'
  ghost.dataset['mode'] = 'light'
  ghost.style.willChange = 'transform'
  for (const source of sources) {
    const { left, top, width, height } = source.getBoundingClientRect()
    const at = toContent(content, { x: left, y: top })
    const copy = source.cloneNode(true) as HTMLElement
    delete copy.dataset['field']
    delete copy.dataset['sheet']
    delete copy.dataset['frame']
    Object.assign(copy.style, {
      left: `${at.x}px`,
      top: `${at.y}px`,
      width: `${width}px`,
      height: `${height}px`,
    })
    ghost.append(copy)
  }
  for (const source of sources) source.style.opacity = '0'
  overlay.append(ghost)
  return {
    moveBy: ({ x, y }) => {
      ghost.style.transform = `translate(${x}px, ${y}px)`
    },
    remove: () => {
      ghost.remove()
      for (const source of sources) source.style.opacity = ''
    },
  }
}

/** The dragged fields: all of them, those on the page of the pressed field, and their start positions. */
type Lifted = {
  fields: readonly EditorField[]
  page: number
  /** Bounding box of the fields on that page, in points. */
  round: Rect
  /** All fields are on one page, so they can be moved to another page together. */
  together: boolean
  boxes: readonly PageBox[]
  ghost: Ghost
  guides: HTMLElement
}

const boxOf = (boxes: readonly PageBox[], page: number) => boxes.find((box) => box.page === page)

function lift(host: CanvasHost, taken: EditorField): Lifted | undefined {
  const { state } = host.read()
  const fields = selectedOf(state)
  const round = boundsOf(fields.filter(({ page }) => page === taken.page))
  if (round === null) return undefined
  const sources = [...fields.flatMap(({ id }) => partsOf(host.content, id)), ...framesOf(host.content)]
  return {
    fields,
    page: taken.page,
    round,
    together: fields.every(({ page }) => page === taken.page),
    boxes: readPages(host.content),
    ghost: liftGhost(host.content, host.overlay, sources),
    guides: addLayer(host.overlay),
  }
}

/** With Shift, only along the dominant axis. */
function straight(from: Point, to: Point, shift: boolean): Point {
  if (!shift) return to
  return Math.abs(to.x - from.x) > Math.abs(to.y - from.y) ? { x: to.x, y: from.y } : { x: from.x, y: to.y }
}

/** Moves the selected fields with snapping; to any page if all of them are on one page. */
export function dragMove(host: CanvasHost, taken: EditorField, start: Point): Drag {
  const from = toContent(host.content, start)
  let lifted: Lifted | undefined
  let target: { page: number; rect: Rect } | undefined

  const move = ({ client, shift, free }: DragPoint) => {
    if (lifted === undefined) return
    const { round, boxes, together, page, fields, ghost, guides } = lifted
    const now = host.read()
    const { scale, state } = now
    const own = boxOf(boxes, page)
    const at = straight(from, toContent(host.content, client), shift)
    const box = together ? pageAt(boxes, at) : own
    if (own === undefined || box === undefined) return
    const wanted = {
      ...round,
      x: (own.left - box.left + at.x - from.x) / scale + round.x,
      y: (own.top - box.top + at.y - from.y) / scale + round.y,
    }
    const moving = new Set(fields.map(({ id }) => id))
    const others = documentOf(state).fields.filter((field) => field.page === box.page && !moving.has(field.id))
    const before = box.page === page ? round : wanted
    const size = pageOf(state.pages, box.page)
    const { rect, guides: shownGuides } = snapMove(before, wanted, { others, page: size }, snapOptions(now, free))
    target = { page: box.page, rect }
    ghost.moveBy({
      x: box.left - own.left + (rect.x - round.x) * scale,
      y: box.top - own.top + (rect.y - round.y) * scale,
    })
    drawGuides(guides, shownGuides, box, scale)
  }

  const end = () => {
    lifted?.ghost.remove()
    lifted?.guides.remove()
  }
  return {
    begin: () => {
      lifted = lift(host, taken)
    },
    move,
    drop: () => {
      if (lifted !== undefined && target !== undefined) {
        const { fields, round, together } = lifted
        const { page, rect } = target
        const { pages } = host.read().state
        const places = fields.map((field) => {
          const to = together ? page : field.page
          const moved = { ...field, x: field.x + rect.x - round.x, y: field.y + rect.y - round.y }
          return [field.id, { ...insideOf(moved, pageOf(pages, to)), page: to }] as const
        })
        // Rendered before the copies are removed, to prevent flicker.
        flushSync(() => host.act({ type: 'place', places: new Map(places) }))
      }
      end()
      host.focus(taken.id)
    },
    cancel: end,
  }
}
