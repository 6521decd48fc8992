import type { TemplateField } from '@foja/contracts/template-fields'

/** A template field, by default a line of text. */
export const makeField = (key: string, change: Partial<TemplateField> = {}): TemplateField => ({
  key,
  label: key,
  type: 'text',
  page: 1,
  x: 72,
  y: 72,
  width: 200,
  height: 20,
  required: false,
  style: { font: 'inter', size: 11, align: 'left', color: '#000000', overflow: 'shrink' },
  ...change,
})
