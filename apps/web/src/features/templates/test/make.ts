import type { TemplateField } from '@foja/contracts/template-fields'
import type { Template, TemplateSummary } from '@foja/contracts/templates'

export { makeField } from '../../../test/template-field.ts'

const lucia = {
  id: '11111111-1111-4111-8111-111111111111',
  nombre: 'Lucía Peñaherrera',
  email: 'lucia@condorandino.ec',
}
export const idTemplate = '44444444-4444-4444-8444-444444444444'
const at = '2026-11-12T10:00:00.000Z'

export const makeSummary = (change: Partial<TemplateSummary> = {}): TemplateSummary => ({
  id: idTemplate,
  name: 'Acta de acuerdo total',
  id_company: '22222222-2222-4222-8222-222222222222',
  paginas: 2,
  field_count: 7,
  version: 3,
  created_by: lucia,
  updated_by: lucia,
  created_at: at,
  updated_at: at,
  uses: 0,
  last_used_at: null,
  archived: false,
  thumbnail: '/api/v1/page_image/thumb/',
  actions: ['use', 'edit', 'delete'],
  ...change,
})

/** A template with two A4 pages. */
export const makeTemplate = (fields: TemplateField[], change: Partial<Template> = {}): Template => ({
  ...makeSummary({ field_count: fields.length }),
  pdf_path: 'base-1',
  locale: 'es-EC',
  page_sizes: [
    { width: 595, height: 842 },
    { width: 595, height: 842 },
  ],
  fields,
  versions: [
    { version: 3, name: 'Acta de acuerdo total', field_count: fields.length, created_by: lucia, created_at: at },
    { version: 2, name: 'Acta', field_count: 4, created_by: lucia, created_at: at },
  ],
  ...change,
})
