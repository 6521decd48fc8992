import type { TemplateField } from '@foja/contracts/template-fields'
import { useTemplateFillTexts } from '../texts/template-fill.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { hasForm } from '../../../shared/template-form/entries.ts'

type Props = { fields: readonly TemplateField[]; checked: boolean; onCheckedChange: (checked: boolean) => void }

/** Whether the filled values stay editable; shown only if the PDF has a form. */
export function FlattenOption({ fields, checked, onCheckedChange }: Props) {
  const texts = useTemplateFillTexts()
  if (!hasForm(fields)) return null
  return <Checkbox label={texts.flatten} hint={texts.flattenHint} checked={checked} onCheckedChange={onCheckedChange} />
}
