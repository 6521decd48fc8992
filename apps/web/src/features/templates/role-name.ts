import type { TemplateField } from '@foja/contracts/template-fields'

/** Who signs in a signature field: its role, or its label in templates without one. */
export const roleName = ({ role, label }: Pick<TemplateField, 'role' | 'label'>): string => role ?? label
