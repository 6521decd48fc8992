import { ProblemError } from '../../../http/problem.ts'
import { pingProvider } from '../../identity/public.ts'
import { askTimestamp, findInstallationTsa, rulesOf } from '../../signing/public.ts'
import { finding, off, type Check } from '../finding.ts'
import { patienceOf } from '../probe.ts'

/** The timestamp authority of the caller's company, else that of the installation. */
export const checkTimestamp: Check = async (ctx, { texts: { timestamp: texts }, probe }) => {
  const { db, keys, actor, locale } = ctx
  const tsa = (await rulesOf(ctx)).tsa ?? (await findInstallationTsa(db, keys))
  if (tsa === null) return off(ctx, texts.none)
  const { host } = new URL(tsa.url)
  const keep = `timestamp ${actor.id_company ?? ''} ${tsa.url}`
  const probed = await probe(async () => await askTimestamp(ctx, tsa), { keep })
  const { found, ms } = probed
  if (found.kind === 'late') return finding(probed, 'failed', texts.late(host, patienceOf(ctx) / 1000))
  if (found.kind === 'failed') {
    const because = found.error instanceof ProblemError ? found.error.options.because?.[locale] : undefined
    return finding(probed, 'failed', texts.failed(host, because ?? ''))
  }
  return found.value.trusted
    ? finding(probed, 'ok', texts.ok(host, ms))
    : finding(probed, 'warning', texts.untrusted(host))
}

/** The OpenID Connect provider. */
export const checkSignIn: Check = async (ctx, { texts: { sign_in: texts }, probe }) => {
  const { db, config } = ctx
  const { oidc } = config
  if (oidc === undefined) return off(ctx, texts.none)
  const probed = await probe(async () => await pingProvider(oidc, patienceOf(ctx)), { keep: `sign-in ${oidc.issuer}` })
  if (probed.found.kind !== 'done') return finding(probed, 'failed', texts.failed(oidc.name))
  const { people } = await db
    .selectFrom('app_user')
    .where('oidc_subject', 'is not', null)
    .where('activo', '=', true)
    .select((eb) => eb.fn.countAll<string>().as('people'))
    .executeTakeFirstOrThrow()
  return finding(probed, 'ok', texts.ok(oidc.name, probed.ms, Number(people)))
}
