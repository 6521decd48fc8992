import type { OfficeSeal } from '@foja/contracts/office-seal'
import { can } from '@foja/contracts/policies'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { parseCertificate, signingProblems, type Certificate } from '@foja/pades/certificate'
import { shownName } from '@foja/pades/distinguished-name'
import { PadesError } from '@foja/pades/errors'
import type { Kysely, Transaction } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../context.ts'
import type { AppDeps } from '../../../deps.ts'
import { padesProblem } from '../../../http/pades-problem.ts'
import { ProblemError } from '../../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../../http/throttle.ts'
import type { KeyChange, Moved, ServerKeys } from '../../../keys.ts'
import { reseal, seal } from '../../../lib/seal.ts'
import { sealProblems } from '../../../texts/request-problem-texts.ts'
import { lockActor } from '../../identity/public.ts'
import { trustOf } from '../../verification-core/public.ts'
import { presentCertificate } from '../signers/signers.presenter.ts'
import { openKey, sortFiles, type UploadInput } from '../signers/upload-signer.ts'
import type { CallKey } from '../unlock-key.ts'

const keyOf = (keys: ServerKeys) => keys.derive('office seals')

/** The context that binds a sealed key to its company and certificate. */
const contextOf = (idCompany: string, fingerprint: string) => `foja:office-seal:${idCompany}:${fingerprint}`

async function findSeal(db: Kysely<Database>, idCompany: string | null) {
  if (idCompany === null) return undefined
  return await db.selectFrom('office_seal').selectAll().where('id_company', '=', idCompany).executeTakeFirst()
}
type SealRow = NonNullable<Awaited<ReturnType<typeof findSeal>>>

/** The certificate of a row and its issuers, nearest first. */
function certificatesOf({ certificate, chain }: SealRow): { certificate: Certificate; chain: Certificate[] } {
  const issuers = chain.map((base64) => parseCertificate(new Uint8Array(Buffer.from(base64, 'base64'))))
  return { certificate: parseCertificate(new Uint8Array(certificate)), chain: issuers }
}

/** The seal of the caller's company. */
export async function readSeal({ db, clock, actor }: Ctx): Promise<OfficeSeal> {
  const row = await findSeal(db, actor.id_company)
  const may_change = actor.id_company !== null && can('signing.configure', actor)
  if (row === undefined) return { certificate: null, may_change }
  const { certificate, chain } = certificatesOf(row)
  const details = presentCertificate(certificate, chain, await trustOf(db, actor.id_company), clock())
  return { certificate: details, may_change }
}

const tries: ThrottleRule = { tries: 30, seconds: 15 * 60 }

const whoOf = ({ actor, ip, clock }: Ctx) => ({
  id_company: actor.id_company,
  actor: actor.id,
  actor_label: actor.nombre,
  ip,
  at: clock(),
})

/**
 * Stores the seal of the caller's company in place of the previous one. The passphrase opens the file and is not
 * stored: the key is sealed with the server's key, because the seal acts without a person.
 * @throws ProblemError forbidden without a company, file_…, p12_…, certificate_…, passphrase_empty, paused
 */
export async function uploadSeal(ctx: Ctx, { files, password }: UploadInput): Promise<OfficeSeal> {
  const { db, clock, keys, actor } = ctx
  const { id_company } = actor
  if (id_company === null) throw new ProblemError('forbidden')
  const { allowed, retryAfter } = await createThrottle(db, clock).hit('upload_seal', actor.id, tries)
  if (!allowed) throw new ProblemError('paused', { retryAfter })
  const sorted = sortFiles(files)
  if (sorted.key === null || sorted.image !== null) throw new ProblemError('file_type_not_allowed', { field: 'files' })
  const { privateKey, certificate, chain } = await openKey(sorted.key, password)
  const at = clock()
  const [problem] = signingProblems(certificate, at)
  if (problem !== undefined) throw padesProblem(new PadesError(problem))
  const { fingerprint } = certificate
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
  const sealed_key = seal(keyOf(keys), pkcs8, contextOf(id_company, fingerprint))
  pkcs8.fill(0)
  const row = {
    subject: shownName(certificate.subject),
    fingerprint,
    certificate: certificate.der,
    chain: JSON.stringify(chain.map(({ der }) => Buffer.from(der).toString('base64'))),
    sealed_key,
    created_by: actor.id,
    created_at: at,
  }
  await inTransaction(db, async (trx) => {
    await lockActor(trx, actor, at)
    await trx
      .insertInto('office_seal')
      .values({ id_company, ...row })
      .onConflict((conflict) => conflict.column('id_company').doUpdateSet(row))
      .execute()
    await appendEvent(trx, { ...whoOf(ctx), action: 'seal.uploaded', data: { fingerprint, subject: row.subject } })
  })
  return await readSeal(ctx)
}

/** Removes the seal of the caller's company; false without one. */
export async function removeSeal(ctx: Ctx): Promise<boolean> {
  const { db, clock, actor } = ctx
  return await inTransaction(db, async (trx) => {
    await lockActor(trx, actor, clock())
    if (actor.id_company === null) return false
    const removed = await trx
      .deleteFrom('office_seal')
      .where('id_company', '=', actor.id_company)
      .returning(['fingerprint', 'subject'])
      .executeTakeFirst()
    if (removed === undefined) return false
    await appendEvent(trx, { ...whoOf(ctx), action: 'seal.removed', data: removed })
    return true
  })
}

async function usableSeal({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, idCompany: string) {
  const row = await findSeal(db, idCompany)
  if (row === undefined) throw new ProblemError('office_seal_needed', { because: sealProblems.missing })
  const { certificate, chain } = certificatesOf(row)
  const [problem] = signingProblems(certificate, clock())
  if (problem !== undefined) throw new ProblemError('office_seal_needed', { because: sealProblems.unusable })
  return { row, certificate, chain }
}

/** Requires a seal of the company that may sign today. @throws ProblemError office_seal_needed */
export async function requireSeal(deps: Pick<AppDeps, 'db' | 'clock'>, idCompany: string): Promise<void> {
  await usableSeal(deps, idCompany)
}

/** Opens the seal of a company for one call. @throws ProblemError office_seal_needed */
export async function openSeal(deps: AppDeps, idCompany: string): Promise<CallKey> {
  const { row, certificate, chain } = await usableSeal(deps, idCompany)
  const transportKey = new Uint8Array(randomBytes(32))
  const key = {
    kind: 'sealed',
    serverKey: keyOf(deps.keys),
    sealed: new Uint8Array(row.sealed_key),
    context: contextOf(idCompany, row.fingerprint),
    certificate: certificate.der,
    chain: chain.map(({ der }) => der),
  } as const
  const unlocked = await deps.engine.unlock({ key, passphrase: '', transportKey })
  return { unlocked, transportKey, certificate, forget: () => void transportKey.fill(0) }
}

/** Seals the key of every office with the server's new key. */
export async function resealOfficeSeals(trx: Transaction<Database>, { from, to }: KeyChange): Promise<Moved> {
  const rows = await trx
    .selectFrom('office_seal')
    .select(['id_company', 'fingerprint', 'sealed_key'])
    .forUpdate()
    .execute()
  const count: Moved = { moved: 0, unopened: 0 }
  for (const { id_company, fingerprint, sealed_key } of rows) {
    const sealed = reseal(keyOf(from), keyOf(to), sealed_key, contextOf(id_company, fingerprint))
    count[sealed === null ? 'unopened' : 'moved'] += 1
    if (sealed === null) continue
    await trx.updateTable('office_seal').set({ sealed_key: sealed }).where('id_company', '=', id_company).execute()
  }
  return count
}
