import type { PageImages } from '@foja/contracts/common'
import { useMemo } from 'react'
import type { Canvas } from './canvas/use-canvas.ts'
import { FieldList } from './field-list.tsx'
import { fieldsOn } from './model/document.ts'
import { documentOf, selectionOf, type EditorState } from './model/editor.ts'
import { PageStrip } from './page-strip.tsx'
import { Palette } from './palette.tsx'
import type { Act } from './use-editor.ts'
import type { usePalette } from './use-palette.ts'

type Props = {
  canvas: Canvas
  palette: ReturnType<typeof usePalette>
  state: EditorState
  act: Act
  images: PageImages | undefined
  page: number
  onGo: (page: number) => void
  wrong: ReadonlySet<string>
  mayEdit: boolean
}

/** The side column: palette, list of fields, and page thumbnails. */
export function EditorSide({ canvas, palette, state, act, images, page, onGo, wrong, mayEdit }: Props) {
  const { fields } = documentOf(state)
  const chosen = selectionOf(state)
  const selection = useMemo(() => new Set(chosen), [chosen])
  const counts = useMemo(() => {
    const found = new Map<number, number>()
    for (const field of fields) found.set(field.page, (found.get(field.page) ?? 0) + 1)
    return found
  }, [fields])
  return (
    <div className="flex w-58 shrink-0 flex-col border-r border-line bg-panel">
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {mayEdit && <Palette onAdd={palette.add} onDrag={palette.drag} />}
        <FieldList
          page={page}
          fields={fieldsOn(fields, page)}
          selection={selection}
          wrong={wrong}
          mayEdit={mayEdit}
          act={act}
          onField={canvas.focus}
        />
      </div>
      <PageStrip pages={state.pages} images={images} counts={counts} current={page} onGo={onGo} />
    </div>
  )
}
