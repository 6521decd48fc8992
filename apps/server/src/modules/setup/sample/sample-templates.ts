import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { FieldType } from '@foja/contracts/template-field-types'
import { samplePlaces } from './sample-places.ts'

/** A template of the sample office. Its PDF is in assets/samples, printed by `tools/make-sample-templates.ts`. */
export type SampleTemplate = {
  key: 'acta' | 'solicitud'
  name: string
  file: string
  /** Creation, relative to today. */
  daysAgo: number
  /** Returns its fields, given those of the PDF's own form. */
  fields: (form: readonly TemplateField[]) => TemplateField[]
}

const style: TemplateField['style'] = { font: 'inter', size: 10.5, align: 'left', color: '#1f2732', overflow: 'shrink' }

type Placed = keyof typeof samplePlaces
type More = Partial<Omit<TemplateField, 'style'>> & { style?: Partial<TemplateField['style']> }

const place = (key: Placed, type: FieldType, label: string, { style: own, ...more }: More = {}): TemplateField => ({
  key,
  label,
  type,
  ...samplePlaces[key],
  required: false,
  ...more,
  style: { ...style, ...own },
})

const required = true
const centred = { align: 'center' } as const
const date = { kind: 'date', as: 'long' } as const

const actaFields: TemplateField[] = [
  place('numero_acta', 'text', 'Número de acta', { required, max_length: 40, style: centred }),
  place('fecha_acta', 'date', 'Fecha del acta', { required, binding: 'hoy', format: date, style: centred }),
  place('parte_1', 'text', 'Primera parte', { required, binding: 'parte.1.nombre', style: centred }),
  place('rol_1', 'text', 'Calidad de la primera parte', { binding: 'parte.1.rol', style: centred }),
  place('parte_2', 'text', 'Segunda parte', { required, binding: 'parte.2.nombre', style: centred }),
  place('rol_2', 'text', 'Calidad de la segunda parte', { binding: 'parte.2.rol', style: centred }),
  place('mediadora', 'text', 'Quien media', { required, binding: 'solicitud.asignado_a', style: centred }),
  place('asunto', 'text', 'Asunto', { required, binding: 'expediente.titulo', style: centred }),
  place('monto', 'number', 'Pago mensual', {
    format: { kind: 'number', as: 'currency', decimals: 2, currency: 'USD' },
    style: centred,
  }),
  place('firma_parte_1', 'signature', 'Firma de la primera parte'),
  place('firma_parte_2', 'signature', 'Firma de la segunda parte'),
  place('firma_mediadora', 'signature', 'Firma de quien media'),
  place('compromisos', 'multiline', 'Compromisos', { max_length: 4000 }),
  place('fecha_revision', 'date', 'Fecha de revisión', { format: date, style: centred }),
  place('notificar_correo', 'checkbox', 'Aceptan que se les notifique por correo', { default: true }),
  place('copia_juzgado', 'checkbox', 'Copia al juzgado'),
]

/** Data of a request that fills the form fields. */
const bound: Partial<Record<string, TemplateField['binding']>> = {
  solicitante_nombre: 'parte.1.nombre',
  solicitante_identificacion: 'parte.1.identificacion',
  solicitante_correo: 'parte.1.email',
  invitado_nombre: 'parte.2.nombre',
  invitado_correo: 'parte.2.email',
  hechos: 'solicitud.notas',
}

const withBinding = (field: TemplateField): TemplateField => {
  const binding = bound[field.key]
  return binding === undefined ? field : { ...field, binding }
}

export const sampleTemplates: readonly SampleTemplate[] = [
  {
    key: 'acta',
    name: 'Acta de acuerdo total',
    file: 'plantilla-acta.pdf',
    daysAgo: 62,
    fields: () => actaFields,
  },
  {
    key: 'solicitud',
    name: 'Solicitud de mediación',
    file: 'plantilla-solicitud.pdf',
    daysAgo: 60,
    fields: (form) => [
      ...form.map(withBinding),
      place('fecha_solicitud', 'date', 'Fecha', { required, binding: 'hoy', format: { kind: 'date', as: 'short' } }),
      place('firma_solicitante', 'signature', 'Firma de quien solicita'),
    ],
  },
]

const commitments = `1. Inmobiliaria La Mariscal S. A. concede tres meses de gracia, desde la firma de esta acta.

2. Desde enero, el canon mensual es el que consta en la cláusula segunda, y se actualiza cada año con la inflación.

3. La reparación de la cubierta la paga la arrendadora; el señor Núñez da acceso al local en horas de trabajo.

4. Las partes se comunicarán cualquier incumplimiento por escrito antes de acudir a otra vía.`

/** Values of the act of the lease case; dates as `2026-11-20`. */
export const leaseAct = (day: string, revision: string, mediadora: string): TemplateData => ({
  numero_acta: '0412-CMCA-2026-QUI',
  fecha_acta: day,
  parte_1: 'Íñigo Núñez Íñiguez',
  rol_1: 'arrendatario',
  parte_2: 'Inmobiliaria La Mariscal S. A.',
  rol_2: 'arrendadora',
  mediadora,
  asunto: 'el arrendamiento del local comercial n.º 12',
  monto: '1150',
  compromisos: commitments,
  fecha_revision: revision,
  notificar_correo: true,
})
