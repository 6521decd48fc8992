import { useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { touchRoom } from './touch-room.ts'

type Props = { ref: Ref<HTMLElement>; onLeave: () => void; children: ReactNode }

/** The properties column; Escape moves the focus back to the field on its page. */
export function SidePanel({ ref, onLeave, children }: Props) {
  const words = useTemplateEditorTexts()
  const inner = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignores events from an open select, whose list is elsewhere in the page.
    const here = event.target instanceof Node && inner.current?.contains(event.target) === true
    if (event.key === 'Escape' && here && !event.defaultPrevented) onLeave()
  }
  return (
    <aside
      ref={ref}
      aria-label={words.properties}
      className="w-80 shrink-0 overflow-y-auto border-l border-line bg-panel"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles only keys that its controls do not */}
      <div ref={inner} onKeyDown={onKeyDown} className={touchRoom}>
        {children}
      </div>
    </aside>
  )
}
