import type { AppearanceKind } from '@foja/contracts/signers'

/** The appearances of the contract, without the schemas that stand beside them. */
export const appearances = ['qr', 'text', 'image', 'invisible'] as const satisfies readonly AppearanceKind[]
