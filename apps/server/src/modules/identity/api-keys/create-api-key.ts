import type { createApiKey as endpoint } from '@foja/contracts/api-keys'
import { mostKeyDays, mostKeys } from '@foja/contracts/constants'
import { can } from '@foja/contracts/policies'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { serviceAddress } from '../../../lib/service-address.ts'
import { serviceAccountName } from '../../../texts/service-account.ts'
import { withProof } from '../account/own-proof.ts'
import { notifyPerson } from '../account/queue-account-mail.ts'
import { countLiveKeys, selectManagedKeys, type ManagedKey } from './api-keys.queries.ts'
import { createKeyText } from './key-text.ts'
import { readNetworks } from './networks.ts'

type NewKey = z.output<typeof endpoint.body>
type NewService = NonNullable<NewKey['service']>

/** The user that a key acts as. */
type Holder = { id: string; id_company: string | null }

/** Requires an expiry from now to a year ahead. Throws `key_expiry_wrong`. */
function readExpiry(text: string, now: Date): Date {
  const expires = new Date(text)
  const days = (expires.getTime() - now.getTime()) / 86_400_000
  if (days <= 0 || days > mostKeyDays) throw new ProblemError('key_expiry_wrong', { field: 'expires_at' })
  return expires
}

/** Locks the company of a new service account, so that concurrent calls cannot exceed the limit of its keys. */
async function lockCompany(trx: Transaction<Database>, { actor }: Ctx, requested: string | undefined): Promise<string> {
  const id = requested ?? actor.id_company
  const isForeign = id === null || (actor.role !== 'admin' && id !== actor.id_company)
  const company = isForeign
    ? undefined
    : await trx
        .selectFrom('company')
        .select('id')
        .where('id', '=', id)
        .where('activa', '=', true)
        .forNoKeyUpdate()
        .executeTakeFirst()
  if (company === undefined) throw new ProblemError('company_unknown', { field: 'id_company' })
  return company.id
}

/** Adds a user of a company who cannot sign in: no password, no mail, no certificate. */
async function addServiceAccount(
  trx: Transaction<Database>,
  ctx: Ctx,
  { service, nombre, at }: { service: NewService; nombre: string; at: Date },
): Promise<Holder> {
  const id_company = await lockCompany(trx, ctx, service.id_company)
  if ((await countLiveKeys(trx, { company: id_company }, at)) >= mostKeys) throw new ProblemError('key_limit')
  const id = randomUUID()
  await trx
    .insertInto('app_user')
    .values({
      id,
      id_company,
      role: service.role,
      nombre: serviceAccountName(nombre, ctx.locale),
      email: serviceAddress(id),
      service: true,
      locale: ctx.locale,
      created_at: at,
    })
    .execute()
  return { id, id_company }
}

/**
 * Creates a key of the caller, or of a new service account with a role that the caller may create, and returns it this
 * once. The caller proves themselves first, and is notified by mail.
 * @throws ProblemError forbidden, company_unknown, key_expiry_wrong, key_network_wrong, key_limit, and those of
 * `withProof`
 */
export async function createApiKey(ctx: Ctx, input: NewKey): Promise<{ key: string; row: ManagedKey }> {
  const { clock, actor, ip, userAgent } = ctx
  const { nombre, service, scopes, current_password, code, passkey } = input
  const account = service && { id_company: actor.id_company, created_by: null, role: service.role }
  if (account !== undefined && !can('user.create', actor, account)) throw new ProblemError('forbidden')
  const networks = readNetworks(input.networks)
  const expires_at = readExpiry(input.expires_at, clock())
  const proof = { current_password, code, passkey }
  return await withProof(ctx, proof, async ({ trx, person, at }) => {
    if (service === undefined && (await countLiveKeys(trx, { user: actor.id }, at)) >= mostKeys) {
      throw new ProblemError('key_limit')
    }
    const holder = service === undefined ? actor : await addServiceAccount(trx, ctx, { service, nombre, at })
    const { key, hash, prefix } = createKeyText()
    const id = randomUUID()
    const stored = { id, id_user: holder.id, hash, prefix, nombre, scopes: [...new Set(scopes)], networks }
    await trx
      .insertInto('api_key')
      .values({ ...stored, created_by: actor.id, created_at: at, expires_at })
      .execute()
    await notifyPerson(trx, ctx, person, { kind: 'api_key_created', key: nombre, origin: { ip, userAgent } })
    await appendEvent(trx, {
      action: 'api_key.created',
      actor: actor.id,
      actor_label: actor.nombre,
      id_company: holder.id_company,
      ip,
      data: { clave: nombre, prefijo: prefix, servicio: service !== undefined },
      at,
    })
    const row = await selectManagedKeys(trx, actor).where('api_key.id', '=', id).executeTakeFirstOrThrow()
    return { key, row }
  })
}
