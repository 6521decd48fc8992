import { bindings, type Binding, type FieldType } from '@foja/contracts/template-fields'

/** Bindings that give a day. */
export const dateBindings: readonly Binding[] = ['hoy', 'solicitud.fecha_agendada']

/** What a field of a type can be bound to. Days go into texts too, written out; texts do not become days or numbers. */
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
