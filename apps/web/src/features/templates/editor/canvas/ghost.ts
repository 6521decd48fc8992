import type { Point } from '../../../../lib/files/geometry.ts'
import { toContent } from './page-boxes.ts'

export type Ghost = { moveBy: (by: Point) => void; remove: () => void }

/**
 * Moves copies of elements to one layer, so that each frame of a drag only moves that layer. The originals are hidden
 * meanwhile.
 */
export function liftGhost(content: HTMLElement, overlay: HTMLElement, sources: readonly HTMLElement[]): Ghost {
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
