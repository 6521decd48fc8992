import { flushSync } from 'react-dom'
import type { TemplateField } from '@foja/contracts/template-fields'
import type { Rect } from '../../../../lib/files/geometry.ts'
import { pageOf } from '../model/document.ts'
import { documentOf, selectionOf } from '../model/editor.ts'
import { insideOf } from '../model/move.ts'
import { snapMove } from '../model/snap.ts'
import { addLayer, drawGuides } from './draw-guides.ts'
import { snapOptions, type CanvasHost } from './host.ts'
import { pageUnder, readPages, toContent, type PageBox } from './page-boxes.ts'
import type { Drag } from './run-drag.ts'

/** The outline of a field that is not placed yet. */
function outlineOf({ label, width, height }: TemplateField, scale: number): HTMLElement {
  const element = document.createElement('div')
  element.dataset['mode'] = 'light'
  element.className =
    'absolute flex items-center truncate border border-gold-ink bg-[#fff7e9]/85 px-1 text-meta text-ink'
  element.textContent = label
  Object.assign(element.style, {
    width: `${width * scale}px`,
    height: `${height * scale}px`,
    willChange: 'transform',
    left: '0',
    top: '0',
  })
  return element
}

/** Drags a new field from the palette; dropping it outside of the pages cancels. */
export function dragNew(host: CanvasHost, field: TemplateField): Drag {
  let boxes: readonly PageBox[] = []
  let layer: HTMLElement | undefined
  let guides: HTMLElement | undefined
  let outline: HTMLElement | undefined
  let target: { page: number; rect: Rect } | undefined
  const end = () => {
    layer?.remove()
    guides?.remove()
  }
  return {
    begin: () => {
      boxes = readPages(host.content)
      guides = addLayer(host.overlay)
      layer = addLayer(host.overlay)
      outline = outlineOf(field, host.read().scale)
      layer.append(outline)
    },
    move: ({ client, free }) => {
      if (outline === undefined || guides === undefined) return
      const now = host.read()
      const { scale, state } = now
      const at = toContent(host.content, client)
      const { width, height } = field
      const [left, top] = [at.x - (width * scale) / 2, at.y - (height * scale) / 2]
      const box = pageUnder(boxes, at)
      if (box === undefined) {
        target = undefined
        guides.replaceChildren()
        outline.style.transform = `translate(${left}px, ${top}px)`
        return
      }
      const page = pageOf(state.pages, box.page)
      const wanted = { x: (left - box.left) / scale, y: (top - box.top) / scale, width, height }
      const others = documentOf(state).fields.filter((one) => one.page === box.page)
      const none = { x: -1, y: -1, width, height }
      const snapped = snapMove(none, wanted, { others, page }, snapOptions(now, free))
      target = { page: box.page, rect: snapped.rect }
      outline.style.transform = `translate(${box.left + snapped.rect.x * scale}px, ${box.top + snapped.rect.y * scale}px)`
      drawGuides(guides, snapped.guides, box, scale)
    },
    drop: () => {
      if (target !== undefined) {
        const { page, rect } = target
        const placed = { ...field, page, ...insideOf(rect, pageOf(host.read().state.pages, page)) }
        const { after } = flushSync(() => host.act({ type: 'add', field: placed }))
        const [id] = selectionOf(after)
        if (id !== undefined) host.focus(id)
      }
      end()
    },
    cancel: end,
  }
}
