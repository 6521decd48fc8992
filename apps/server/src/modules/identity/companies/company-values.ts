import type { updateCompany } from '@foja/contracts/companies'
import { readEmbedOrigin } from '@foja/contracts/embed-origin'
import { uniqueViolation } from '@foja/db/errors'
import type { CompanyTable } from '@foja/db/office-tables'
import type { Selectable } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod/mini'
import { ProblemError } from '../../../http/problem.ts'
import { requirePhone } from '../people/require-phone.ts'
import { isTaxId } from './tax-id.ts'

export type CompanyInput = z.output<typeof updateCompany.body>

const columns = [
  'nombre',
  'identificacion',
  'pais',
  'email',
  'telefono',
  'direccion',
  'activa',
  'exige_totp',
  'exige_passkey',
  'embed_origins',
] as const

type Values = Pick<Selectable<CompanyTable>, (typeof columns)[number]>

const nothing: Values = {
  nombre: '',
  identificacion: null,
  pais: null,
  email: null,
  telefono: null,
  direccion: null,
  activa: true,
  exige_totp: false,
  exige_passkey: false,
  embed_origins: [],
}

/** True if something is left of a tax id without dots and dashes. */
const saysSomething = (value: string) => /[\p{L}\p{N}]/u.test(value)

/** Origins as browsers write them, each once. Throws `embed_origin_wrong`. */
function readOrigins(texts: readonly string[]): string[] {
  const origins = texts.map((text) => {
    const origin = readEmbedOrigin(text)
    if (origin === null) throw new ProblemError('embed_origin_wrong', { field: 'embed_origins' })
    return origin
  })
  return [...new Set(origins)]
}

/** A passkey is a second factor: requiring one requires the other, and none is required without it. */
function impliedBy({ exige_totp, exige_passkey }: CompanyInput): CompanyInput {
  if (exige_passkey === true) return { exige_totp: true }
  return exige_totp === false ? { exige_passkey: false } : {}
}

/**
 * Returns the columns that change; an empty text clears the column.
 * @throws ProblemError embed_origin_wrong; phone_wrong if the telephone changes; tax_id_wrong if the tax id or the country, by which it is
 * validated, changes
 */
export function changedValues(given: CompanyInput, before: Values = nothing): Partial<Values> {
  const origins = given.embed_origins === undefined ? {} : { embed_origins: readOrigins(given.embed_origins) }
  const input = { ...given, ...impliedBy(given), ...origins }
  const requested = columns.flatMap((column) => {
    const value = input[column]
    return value === undefined ? [] : [[column, value === '' ? null : value] as const]
  })
  const isChange = ([column, value]: (typeof requested)[number]) => !isDeepStrictEqual(value, before[column])
  const changed = Object.fromEntries(requested.filter(isChange)) as Partial<Values>
  requirePhone(changed.telefono)
  const { identificacion, pais } = { ...before, ...changed }
  if (identificacion === null || (changed.identificacion === undefined && changed.pais === undefined)) return changed
  if (saysSomething(identificacion) && isTaxId(pais, identificacion)) return changed
  throw new ProblemError('tax_id_wrong', { field: 'identificacion' })
}

/** Maps the database's refusal of a tax id taken in that country (migration 0008) to `company_exists`. */
export function existsProblem(error: unknown): unknown {
  if (uniqueViolation(error) !== 'company_tax_id_key') return error
  return new ProblemError('company_exists', { field: 'identificacion', cause: error })
}
