import { serviceRoles, type ApiKey, type apiKeyStates } from '@foja/contracts/api-keys'
import type { ManagedKey } from './api-keys.queries.ts'

function stateOf({ revoked_at, expires_at }: ManagedKey, now: Date): (typeof apiKeyStates)[number] {
  if (revoked_at !== null) return 'revocada'
  return expires_at <= now ? 'vencida' : 'activa'
}

function serviceOf({ service, role, id_company, company, maker }: ManagedKey): ApiKey['service'] {
  if (!service) return null
  // The database allows service accounts no other role, and requires their company.
  return {
    role: serviceRoles.find((one) => one === role)!,
    id_company: id_company!,
    company: company!,
    created_by: maker,
  }
}

/** Wire shape of a key; without its hash. */
export const presentKey = (row: ManagedKey, now: Date): ApiKey => ({
  id: row.id,
  nombre: row.nombre,
  prefix: row.prefix,
  scopes: row.scopes,
  networks: row.networks,
  service: serviceOf(row),
  state: stateOf(row, now),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})
