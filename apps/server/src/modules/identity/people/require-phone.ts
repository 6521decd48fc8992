import { isPhone } from '@foja/contracts/phone'
import { ProblemError } from '../../../http/problem.ts'

/** Refuses what is no telephone number among what changes; nothing, or an empty text, is none. Throws `phone_wrong`. */
export function requirePhone(telefono: string | null | undefined): void {
  if (telefono && !isPhone(telefono)) throw new ProblemError('phone_wrong', { field: 'telefono' })
}
