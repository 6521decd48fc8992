import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import type { Size } from '../../../../lib/files/geometry.ts'
import type { EditorField } from '../model/document.ts'
import { FieldBox, FieldSheet } from './field-box.tsx'
import type { Preview } from './preview.ts'
import { SelectionFrame } from './selection-frame.tsx'

type Props = {
  number: number
  size: Size
  fields: readonly EditorField[]
  locale: TemplateLocale
  today: string
  selection: ReadonlySet<string>
  active: string | undefined
  wrong: ReadonlySet<string>
  mayEdit: boolean
  preview: Preview
}

/** The fields of a page in tab order: their appearance, and above it the interactive boxes. */
export function FieldLayer(props: Props) {
  const { number, size, fields, locale, today, selection, active, wrong, mayEdit, preview } = props
  const templateEditor = useTemplateEditorTexts()
  if (fields.length === 0) return null
  const several = selection.size > 1 ? fields.filter(({ id }) => selection.has(id)) : []
  return (
    <div data-mode="light" className="absolute inset-0 text-ink">
      <div aria-hidden className="absolute inset-0">
        {fields.map((field) => (
          <FieldSheet
            key={field.id}
            field={field}
            page={size}
            locale={locale}
            today={today}
            selected={selection.has(field.id)}
            wrong={wrong.has(field.id)}
            preview={preview}
          />
        ))}
      </div>
      <div
        role="listbox"
        aria-multiselectable
        aria-label={templateEditor.fieldsOfPage(number)}
        className="absolute inset-0"
      >
        {fields.map((field) => (
          <FieldBox
            key={field.id}
            field={field}
            page={size}
            selected={selection.has(field.id)}
            alone={selection.size === 1 && selection.has(field.id)}
            active={active === field.id}
            mayEdit={mayEdit}
            preview={preview}
          />
        ))}
      </div>
      {mayEdit && several.length > 0 && (
        <SelectionFrame number={number} fields={several} page={size} preview={preview} />
      )}
    </div>
  )
}
