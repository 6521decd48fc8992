import { ResizeHandles } from '../../../../shared/resize-handles.tsx'
import type { Handle } from '../../../../lib/files/geometry.ts'
import '../editor.css'

/** The outward direction of a handle. */
const outward = (handle: Handle) => ({
  '--x': handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0,
  '--y': handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0,
})

/**
 * The resize handles of a box, which must be a CSS container. They are outside of the box, so that dragging inside
 * moves it. Touch targets need 44 px, so a small box only has the corner handles.
 */
export function BoxHandles() {
  return (
    <div className="box-handles">
      <ResizeHandles on={(handle) => ({ style: outward(handle) as object })} />
    </div>
  )
}
