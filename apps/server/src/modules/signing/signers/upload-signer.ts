import type { CertificateDetails } from '@foja/contracts/signers'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { signingProblems } from '@foja/pades/certificate'
import { PadesError } from '@foja/pades/errors'
import { keySigner } from '@foja/pades/key-signer'
import { openCertificateAndKeyInWorker, openP12InWorker, type OpenedKey } from '@foja/pades/open-p12'
import { shownName } from '@foja/pades/distinguished-name'
import { readImage } from '@foja/pades/appearance/image'
import type { Ctx } from '../../../context.ts'
import { wrapKey } from '../../../signing-worker/key-wrap.ts'
import type { SmallFile } from '../../../http/memory-sink.ts'
import { padesProblem } from '../../../http/pades-problem.ts'
import { ProblemError } from '../../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../../http/throttle.ts'
import { lockActor } from '../../identity/public.ts'
import { trustOf } from '../../verification-core/public.ts'
import { presentCertificate } from './signers.presenter.ts'
import { certificatesOf, keyContext, signerKeyPurpose } from './stored-key.ts'

type KeyFiles = { kind: 'p12'; p12: SmallFile } | { kind: 'pair'; certificate: SmallFile; key: SmallFile }
type SignerImage = { bytes: Uint8Array; mime: string }

/** The files of a signer: a key and optionally an image, or only an image. */
export type SignerFiles = { key: KeyFiles; image: SignerImage | null } | { key: null; image: SignerImage }

const endings = { p12: /\.(p12|pfx)$/i, certificate: /\.(cer|crt|pem)$/i, key: /\.key$/i, image: /\.(png|jpe?g)$/i }

function checkImage(file: SmallFile | undefined): SignerImage | null {
  if (file === undefined) return null
  try {
    readImage(file.bytes)
  } catch (error) {
    throw padesProblem(error, file.name)
  }
  return { bytes: file.bytes, mime: file.bytes[0] === 0x89 ? 'image/png' : 'image/jpeg' }
}

/**
 * Sorts the files by extension: .p12 or .pfx, or .cer with its .key, and optionally an image; or only an image.
 * @throws ProblemError file_type_not_allowed, file_missing, image_unsupported
 */
export function sortFiles(files: SmallFile[]): SignerFiles {
  const unknown = files.find(({ name }) => !Object.values(endings).some((ending) => ending.test(name)))
  if (unknown !== undefined) throw new ProblemError('file_type_not_allowed', { subject: unknown.name, field: 'files' })
  const find = (kind: keyof typeof endings) => files.find(({ name }) => endings[kind].test(name))
  const image = checkImage(find('image'))
  const p12 = find('p12')
  if (p12 !== undefined) return { key: { kind: 'p12', p12 }, image }
  const certificate = find('certificate')
  const key = find('key')
  if (certificate === undefined && key === undefined && image !== null) return { key: null, image }
  if (certificate === undefined || key === undefined) throw new ProblemError('file_missing', { field: 'files' })
  return { key: { kind: 'pair', certificate, key }, image }
}

export type UploadInput = { files: SmallFile[]; password: string }

const tries: ThrottleRule = { tries: 30, seconds: 15 * 60 }

/** Opens a key. An empty passphrase is refused: at rest the key would depend on the server's key alone. */
export async function openKey(key: KeyFiles, password: string): Promise<OpenedKey> {
  let opened: OpenedKey
  try {
    opened =
      key.kind === 'p12'
        ? await openP12InWorker(key.p12.bytes, password)
        : await openCertificateAndKeyInWorker(key.certificate.bytes, key.key.bytes, password)
    // Throws for a key that cannot sign.
    keySigner(opened)
  } catch (error) {
    throw padesProblem(error)
  }
  if (password === '') throw new ProblemError('passphrase_empty', { field: 'data.password' })
  return opened
}

/** Changes the image of the caller's stored certificate; its key stays. */
async function changeImage(ctx: Ctx, image: SignerImage): Promise<CertificateDetails> {
  const { db, actor, ip } = ctx
  const at = ctx.clock()
  const row = await inTransaction(db, async (trx) => {
    await lockActor(trx, actor, at)
    const updated = await trx
      .updateTable('signer')
      .set({ image: Buffer.from(image.bytes), image_mime: image.mime })
      .where('id_user', '=', actor.id)
      .returningAll()
      .executeTakeFirst()
    if (updated === undefined) throw new ProblemError('no_signer')
    const { fingerprint, subject } = updated
    await appendEvent(trx, {
      action: 'signer.uploaded',
      id_company: actor.id_company,
      actor: actor.id,
      actor_label: actor.nombre,
      data: { fingerprint, subject, only: 'image' },
      ip,
      at,
    })
    return updated
  })
  const { certificate, chain } = certificatesOf(row)
  return presentCertificate(certificate, chain, await trustOf(db, actor.id_company), at)
}

/**
 * Stores the caller's key, wrapped with its passphrase and the server's key, in place of the previous one. A key that
 * cannot sign today is refused with its cause. The previous image stays unless a new one is sent; an image alone
 * changes only the image.
 * @throws ProblemError unauthenticated or forbidden when the caller's account changed, p12_…, certificate_…,
 * passphrase_empty, file_type_not_allowed, file_missing, image_unsupported, no_signer
 */
export async function uploadSigner(ctx: Ctx, { files, password }: UploadInput): Promise<CertificateDetails> {
  const { db, clock, keys, actor, ip } = ctx
  const { allowed, retryAfter } = await createThrottle(db, clock).hit('upload_signer', actor.id, tries)
  if (!allowed) throw new ProblemError('paused', { retryAfter })
  const sorted = sortFiles(files)
  if (sorted.key === null) return await changeImage(ctx, sorted.image)
  const { privateKey, certificate, chain } = await openKey(sorted.key, password)
  const at = clock()
  const [problem] = signingProblems(certificate, at)
  if (problem !== undefined) throw padesProblem(new PadesError(problem))
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
  const context = keyContext(actor.id, certificate.fingerprint)
  const wrapped = await wrapKey(pkcs8, password, keys.derive(signerKeyPurpose), context)
  pkcs8.fill(0)
  const row = {
    subject: shownName(certificate.subject),
    issuer: shownName(certificate.issuer),
    serial: certificate.serialNumber.toLowerCase(),
    fingerprint: certificate.fingerprint,
    key_type: certificate.keyType,
    not_before: certificate.notBefore,
    not_after: certificate.notAfter,
    certificate: certificate.der,
    chain: JSON.stringify(chain.map((one) => Buffer.from(one.der).toString('base64'))),
    wrapped_key: wrapped.ciphertext,
    wrap_params: JSON.stringify(wrapped.params),
    created_at: at,
    // The image belongs to the user, not to the certificate: it stays unless a new one is sent.
    ...(sorted.image === null ? {} : { image: sorted.image.bytes, image_mime: sorted.image.mime }),
  }
  await inTransaction(db, async (trx) => {
    await lockActor(trx, actor, at)
    await trx
      .insertInto('signer')
      .values({ id_user: actor.id, ...row })
      .onConflict((conflict) => conflict.column('id_user').doUpdateSet(row))
      .execute()
    const who = { id_company: actor.id_company, actor: actor.id, actor_label: actor.nombre, ip, at }
    await appendEvent(trx, {
      ...who,
      action: 'signer.uploaded',
      data: { fingerprint: row.fingerprint, subject: row.subject },
    })
  })
  return presentCertificate(certificate, chain, await trustOf(db, actor.id_company), at)
}
