import type { TemplateField } from '@foja/contracts/template-fields'
import type { EditorField } from '../model/document.ts'

/** Two A4 pages and a landscape one. */
export const pages = [
  { width: 595, height: 842 },
  { width: 595, height: 842 },
  { width: 842, height: 595 },
]

/** A template field as in the API. */
export const wireField = (key: string, change: Partial<TemplateField> = {}): TemplateField => ({
  key,
  label: key,
  type: 'text',
  page: 1,
  x: 100,
  y: 100,
  width: 120,
  height: 20,
  required: false,
  style: { font: 'inter', size: 11, align: 'left', color: '#1f2732', overflow: 'shrink' },
  ...change,
})

export const field = (id: string, change: Partial<TemplateField> = {}): EditorField => ({
  ...wireField(id, change),
  id,
})
