import { useSyncExternalStore } from 'react'
import type { Size } from '../../../../lib/files/geometry.ts'
import { boundsOf, type EditorField } from '../model/document.ts'
import { BoxHandles } from './box-handles.tsx'
import { placeOf } from './field-box.tsx'
import type { Preview } from './preview.ts'

type Props = {
  number: number
  /** The selected fields of the page. */
  fields: readonly EditorField[]
  page: Size
  preview: Preview
}

/** The frame around several selected fields of a page, with its handles. Keyboard users have shortcuts instead. */
export function SelectionFrame({ number, fields, page, preview }: Props) {
  const shown = useSyncExternalStore(preview.subscribe, preview.read)
  const round = boundsOf(fields.map((field) => shown?.get(field.id) ?? field))
  if (round === null) return null
  return (
    <div
      aria-hidden
      data-frame={number}
      style={placeOf(round, page)}
      className="pointer-events-none absolute z-2 @container-[size] border border-gold-ink"
    >
      <BoxHandles />
    </div>
  )
}
