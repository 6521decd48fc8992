import type { Company } from '@foja/contracts/companies'
import { allowedCompanyActions } from '@foja/contracts/office-actions'
import type { Actor } from '@foja/contracts/policies'
import type { CompanyRow } from './companies.queries.ts'

/** Wire shape of a company with the actions that `actor` may take; without the key of its logo. */
export function presentCompany(row: CompanyRow, actor: Actor): Company {
  const { id, nombre, identificacion, pais, email, telefono, direccion, activa, exige_totp, exige_passkey } = row
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
    exige_passkey,
    embed_origins: row.embed_origins,
    has_logo: row.logo_key !== null,
    created_at: row.created_at.toISOString(),
    usuarios: row.usuarios,
    expedientes: row.expedientes,
    actions: allowedCompanyActions(actor, { id, activa }),
  }
}
