import { ResizeHandles } from '../../../../shared/resize-handles.tsx'
import type { Handle } from '../../../../lib/files/geometry.ts'
import '../editor.css'

/** To which side of the box a handle is pulled. */
const outward = (handle: Handle) => ({
  '--x': handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0,
  '--y': handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0,
})

/**
 * The handles of a box, which has to be a container for this. They are taken by what is outside of it, so that what is
 * inside moves it; for a finger, which needs 44 px, a small box has the corners alone.
 */
export function BoxHandles() {
  return (
    <div className="box-handles">
      <ResizeHandles on={(handle) => ({ style: outward(handle) as object })} />
    </div>
  )
}
