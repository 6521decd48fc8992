import { fieldFonts, fieldOverflows } from '@foja/contracts/template-field-types'
import type { FieldStyle } from '@foja/contracts/template-fields'
import { ChevronDown, TextAlignCenter, TextAlignEnd, TextAlignStart } from 'lucide-react'
import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import { Field } from '../../../../ui/field.tsx'
import { SegmentedControl } from '../../../../ui/segmented-control.tsx'
import { Select } from '../../../../ui/select.tsx'
import type { EditorField } from '../model/document.ts'
import type { FieldPatch } from '../model/patch.ts'
import { NumberInput } from './number-input.tsx'
import { PanelSection } from './panel-section.tsx'

type Props = {
  /** The selected fields; properties that differ show no value. */
  fields: readonly EditorField[]
  patch: (patch: FieldPatch, group?: string) => void
}

const isText = ({ type }: EditorField) =>
  type !== 'checkbox' && type !== 'image' && type !== 'signature' && type !== 'qr'

/** The common value, or undefined if they differ. */
function common<K extends keyof FieldStyle>(fields: readonly EditorField[], name: K): FieldStyle[K] | undefined {
  const [first, ...rest] = fields.map(({ style }) => style[name])
  return rest.every((value) => value === first) ? first : undefined
}

const alignIcons = { left: <TextAlignStart />, center: <TextAlignCenter />, right: <TextAlignEnd /> }

/** Typeface, size, alignment, colour and overflow. */
export function StyleSection({ fields, patch }: Props) {
  const words = useTemplateEditorTexts()
  const texts = fields.filter(isText)
  const colored = fields.filter(({ type }) => type !== 'image' && type !== 'signature')
  if (colored.length === 0) return null
  const set = (style: Partial<FieldStyle>, group?: string) => patch({ style }, group)
  const color = <ColorInput value={common(colored, 'color')} onValue={(next) => set({ color: next }, 'color')} />
  if (texts.length === 0) {
    return (
      <PanelSection title={words.color}>
        <div className="flex">{color}</div>
      </PanelSection>
    )
  }
  return (
    <PanelSection title={words.text}>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-2">
        <Select
          label={words.font}
          placeholder={words.mixed}
          value={common(texts, 'font')}
          onValueChange={(font) => set({ font })}
          options={fieldFonts.map((value) => ({ value, label: words.fonts[value] }))}
        />
        <NumberInput
          label={words.size}
          unit="pt"
          value={common(texts, 'size')}
          placeholder={words.mixed}
          minimum={4}
          maximum={144}
          onValue={(size) => set({ size })}
        />
        <SegmentedControl
          block
          label={words.textAlign.title}
          value={common(texts, 'align') ?? ('' as 'left')}
          onValueChange={(align) => set({ align })}
          options={(['left', 'center', 'right'] as const).map((value) => ({
            value,
            label: words.textAlign[value],
            icon: alignIcons[value],
            iconOnly: true,
          }))}
        />
        {color}
      </div>
      <Field label={words.overflow}>
        <Select
          placeholder={words.mixed}
          value={common(texts, 'overflow')}
          onValueChange={(overflow) => set({ overflow })}
          options={fieldOverflows.map((value) => ({ value, label: words.overflows[value] }))}
        />
      </Field>
    </PanelSection>
  )
}

/** The native colour picker behind a swatch. */
function ColorInput({ value, onValue }: { value: string | undefined; onValue: (color: string) => void }) {
  const templateEditor = useTemplateEditorTexts()
  return (
    <span className="relative flex h-9 min-w-14 items-center pointer-coarse:h-11 justify-between gap-2 rounded-lg border border-control bg-panel px-3 focus-within:border-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <span
        aria-hidden
        className="size-4 rounded-sm border border-line"
        style={{ backgroundColor: value ?? 'transparent' }}
      />
      <ChevronDown aria-hidden className="size-4 text-ink-muted" />
      <input
        type="color"
        aria-label={templateEditor.color}
        value={value ?? '#000000'}
        onChange={(event) => onValue(event.target.value.toLowerCase())}
        className="color-input absolute cursor-pointer opacity-0"
      />
    </span>
  )
}
