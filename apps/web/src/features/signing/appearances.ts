import type { AppearanceKind, Level, SigningSettings } from '@foja/contracts/signing'

/** Appearances and levels of the contract, without importing its schemas. */
export const appearances = ['qr', 'text', 'image', 'margin', 'invisible'] as const satisfies readonly AppearanceKind[]
export const levels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const satisfies readonly Level[]
export const hashes = ['sha256', 'sha384', 'sha512'] as const satisfies readonly SigningSettings['hash'][]
