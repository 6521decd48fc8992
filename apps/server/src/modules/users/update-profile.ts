import type { updateProfile as endpoint } from '@foja/contracts/account'
import { inTransaction } from '@foja/db/transaction'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { requirePhone } from '../identity/public.ts'
import { recordUser } from './record-user.ts'

type Profile = z.output<typeof endpoint.body>

const columns = ['nombre', 'cargo', 'telefono'] as const

/**
 * Changes name, post and telephone of the caller. Unchanged values are not recorded.
 * @throws ProblemError phone_wrong
 */
export async function updateProfile(ctx: Ctx, input: Profile): Promise<void> {
  const { id } = ctx.actor
  await inTransaction(ctx.db, async (trx) => {
    const before = await trx
      .selectFrom('app_user')
      .where('id', '=', id)
      .select(['id', 'nombre', 'cargo', 'telefono', 'id_company'])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const requested = columns.flatMap((column) => {
      const value = input[column]
      return value === undefined ? [] : [[column, value || null] as const]
    })
    const values = Object.fromEntries(requested.filter(([column, value]) => value !== before[column])) as Partial<
      typeof before
    >
    requirePhone(values.telefono)
    const fields = Object.keys(values)
    if (fields.length === 0) return
    await trx.updateTable('app_user').set(values).where('id', '=', id).execute()
    await recordUser(trx, ctx, { ...before, ...values }, 'user.changed', ctx.clock(), { fields: fields.join(',') })
  })
}
