import type { Ordering } from '@foja/contracts/solicitudes'

/** The orderings of the list. Copied from the contract: importing its schemas would add 9 kB. */
export const orderings = [
  '-updated_at',
  'updated_at',
  '-created_at',
  'created_at',
  'titulo',
  '-titulo',
] as const satisfies readonly Ordering[]
