import { ResizeHandles } from '../../../../domain/resize-handles.tsx'
import type { Handle } from '../../../../lib/geometry.ts'
import { cn } from '../../../../ui/cn.ts'

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
    <div
      className={cn(
        'contents [&>span]:pointer-events-none [&>span]:before:pointer-events-auto',
        '[&>span]:before:inset-auto [&>span]:before:top-1/2 [&>span]:before:left-1/2 [&>span]:before:size-(--reach)',
        '[&>span]:before:[translate:calc(-50%+var(--x)*var(--away))_calc(-50%+var(--y)*var(--away))]',
        '[--away:calc(10px-min(2px,10cqmin))] [--reach:20px] pointer-coarse:[--away:calc(22px-var(--inside,0px))] pointer-coarse:[--reach:44px]',
        '[@container(width>6rem)_and_(height>6rem)]:[--inside:10px]',
        'pointer-coarse:[@container(width<4rem)]:[&>:is([data-handle=n],[data-handle=s])]:hidden',
        'pointer-coarse:[@container(height<4rem)]:[&>:is([data-handle=e],[data-handle=w])]:hidden',
      )}
    >
      <ResizeHandles on={(handle) => ({ style: outward(handle) as object })} />
    </div>
  )
}
