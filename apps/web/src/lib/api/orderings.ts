import type { Ordering } from '@foja/contracts/solicitudes'

/** The orders of the list. Written again rather than imported: the schemas that stand beside them weigh 9 kB. */
export const orderings = [
  '-updated_at',
  'updated_at',
  '-created_at',
  'created_at',
  'titulo',
  '-titulo',
] as const satisfies readonly Ordering[]
