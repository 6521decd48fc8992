import type { AppearanceKind } from '@foja/contracts/signing'

/** The appearances of the contract, without the schemas that stand beside them. */
export const appearances = ['qr', 'text', 'image', 'margin', 'invisible'] as const satisfies readonly AppearanceKind[]
