import type { Company } from '@foja/contracts/companies'
import type { NewCompany } from './api/create-company.ts'
import type { CompanyChange } from './api/update-company.ts'

const texts = ['nombre', 'identificacion', 'email', 'telefono', 'direccion'] as const

/** Values of the company form; `pais` is empty for none. */
export type CompanyDraft = Record<(typeof texts)[number] | 'pais', string>

export const emptyDraft = (): CompanyDraft => ({
  nombre: '',
  pais: '',
  identificacion: '',
  email: '',
  telefono: '',
  direccion: '',
})

export const draftOf = (company: Company): CompanyDraft => ({
  nombre: company.nombre,
  pais: company.pais ?? '',
  identificacion: company.identificacion ?? '',
  email: company.email ?? '',
  telefono: company.telefono ?? '',
  direccion: company.direccion ?? '',
})

export const newCompanyOf = (draft: CompanyDraft): NewCompany => ({
  nombre: draft.nombre.trim(),
  pais: draft.pais === '' ? null : draft.pais,
  identificacion: draft.identificacion.trim(),
  email: draft.email.trim(),
  telefono: draft.telefono.trim(),
  direccion: draft.direccion.trim(),
})

/** Only the changed fields, so that concurrent changes of other users are kept. */
export function changeOf(before: CompanyDraft, after: CompanyDraft): CompanyChange {
  const change: CompanyChange = {}
  for (const name of texts) if (after[name].trim() !== before[name]) change[name] = after[name].trim()
  if (after.pais !== before.pais) change.pais = after.pais === '' ? null : after.pais
  return change
}
