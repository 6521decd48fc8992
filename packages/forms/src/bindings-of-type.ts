import { bindings, type Binding, type FieldType } from '@foja/contracts/template-field-types'

/** Bindings whose value is a day. */
export const dateBindings: readonly Binding[] = ['hoy', 'solicitud.fecha_agendada']

/** Bindings allowed for a field type. Days may go into texts, written out; texts never become days or numbers. */
export function bindingsOf(type: FieldType): readonly Binding[] {
  switch (type) {
    case 'text':
    case 'multiline':
    case 'qr':
      return bindings
    case 'date':
      return dateBindings
    case 'select':
      return bindings.filter((binding) => !dateBindings.includes(binding))
    default:
      return []
  }
}
