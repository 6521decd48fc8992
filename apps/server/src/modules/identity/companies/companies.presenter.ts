import type { Company } from '@foja/contracts/companies'
import { allowedCompanyActions } from '@foja/contracts/office-actions'
import type { Actor } from '@foja/contracts/policies'
import type { CompanyRow } from './companies.queries.ts'

/** A company as `actor` sees it, with what they may do with it; never where its logo is stored. */
export function presentCompany(row: CompanyRow, actor: Actor): Company {
  const { id, nombre, identificacion, pais, email, telefono, direccion, activa, exige_totp } = row
  return {
    id,
    nombre,
    identificacion,
    pais,
    email,
    telefono,
    direccion,
    activa,
    exige_totp,
    has_logo: row.logo_key !== null,
    created_at: row.created_at.toISOString(),
    usuarios: row.usuarios,
    expedientes: row.expedientes,
    actions: allowedCompanyActions(actor, { id, activa }),
  }
}
