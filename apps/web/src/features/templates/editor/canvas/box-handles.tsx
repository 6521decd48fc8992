import { ResizeHandles } from '../../../../domain/resize-handles.tsx'
import type { Handle } from '../../../../lib/geometry.ts'
import { cn } from '../../../../ui/cn.ts'

/** To which side of the box a handle is pulled. */
const outward = (handle: Handle) => ({
  '--x': handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0,
  '--y': handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0,
})

/**
 * The handles of a box, which has to be a container for this. A finger takes them by the 44 px outside of the box, so
 * that what is inside moves it; a box that is small has the corners alone.
 */
export function BoxHandles() {
  return (
    <div
      className={cn(
        'contents pointer-coarse:[&>span]:before:inset-auto pointer-coarse:[&>span]:before:top-1/2 pointer-coarse:[&>span]:before:left-1/2',
        'pointer-coarse:[&>span]:before:size-11 pointer-coarse:[&>span]:before:[translate:calc(-50%+var(--x)*var(--away))_calc(-50%+var(--y)*var(--away))]',
        '[--away:22px] [@container(width>6rem)_and_(height>6rem)]:[--away:12px]',
        'pointer-coarse:[@container(width<4rem)]:[&>:is([data-handle=n],[data-handle=s])]:hidden',
        'pointer-coarse:[@container(height<4rem)]:[&>:is([data-handle=e],[data-handle=w])]:hidden',
      )}
    >
      <ResizeHandles on={(handle) => ({ style: outward(handle) as object })} />
    </div>
  )
}
