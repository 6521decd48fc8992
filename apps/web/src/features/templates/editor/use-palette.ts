import type { FieldType } from '@foja/contracts/template-field-types'
import { useLanguage } from '../../../lib/texts/texts.tsx'
import { newFieldInView } from './add-field.ts'
import { dragNew } from './canvas/drag-new.ts'
import { runDrag } from './canvas/run-drag.ts'
import type { Canvas } from './canvas/use-canvas.ts'
import { selectionOf } from './model/editor.ts'
import type { Act } from './use-editor.ts'

/** Adds new fields in the centre of the visible part, or where they are dropped. */
export function usePalette(canvas: Canvas, act: Act, page: number) {
  const { language } = useLanguage()
  const add = (type: FieldType) => {
    const host = canvas.host()
    if (host === null) return
    const { after } = act({ type: 'add', field: newFieldInView(host, type, page, language) })
    const [id] = selectionOf(after)
    if (id !== undefined) canvas.focus(id)
  }
  const drag = (type: FieldType, event: PointerEvent, button: HTMLElement, done: (dragged: boolean) => void) => {
    const host = canvas.host()
    if (host === null) return
    const moving = dragNew(host, newFieldInView(host, type, page, language))
    runDrag(event, button, host.scroller, {
      ...moving,
      drop: () => {
        moving.drop()
        done(true)
      },
      cancel: () => {
        moving.cancel()
        done(true)
      },
      press: () => done(false),
    })
  }
  return { add, drag }
}
