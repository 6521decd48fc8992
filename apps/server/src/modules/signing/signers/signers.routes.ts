import {
  doHaveDigitalSignature,
  removeSignature,
  removeSignatureImage,
  signatureImage,
  uploadSigner,
} from '@foja/contracts/signers'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../../context.ts'
import { memorySink } from '../../../http/memory-sink.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Api } from '../../../http/register.ts'
import { trustOf } from '../../verification-core/public.ts'
import { presentCertificate } from './signers.presenter.ts'
import { certificatesOf, findSigner } from './stored-key.ts'
import { uploadSigner as upload } from './upload-signer.ts'

/** Removes the caller's key; false without one. */
async function remove({ db, clock, actor, ip }: Ctx): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const removed = await trx
      .deleteFrom('signer')
      .where('id_user', '=', actor.id)
      .returning('fingerprint')
      .executeTakeFirst()
    if (removed === undefined) return false
    const who = { id_company: actor.id_company, actor: actor.id, actor_label: actor.nombre, ip, at: clock() }
    await appendEvent(trx, { ...who, action: 'signer.removed', data: { fingerprint: removed.fingerprint } })
    return true
  })
}

/** Removes the caller's signature image; false without one. */
async function removeImage({ db, clock, actor, ip }: Ctx): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const changed = await trx
      .updateTable('signer')
      .set({ image: null, image_mime: null })
      .where('id_user', '=', actor.id)
      .where('image', 'is not', null)
      .returning(['fingerprint', 'subject'])
      .executeTakeFirst()
    if (changed === undefined) return false
    const who = { id_company: actor.id_company, actor: actor.id, actor_label: actor.nombre, ip, at: clock() }
    await appendEvent(trx, { ...who, action: 'signer.uploaded', data: { ...changed, only: 'image', removed: true } })
    return true
  })
}

export function registerSigners(api: Api): void {
  api.route(uploadSigner, async ({ ctx, parts }) => {
    const { files, data } = await parts.read(memorySink())
    try {
      return { status: 200, body: await upload(ctx, { files, password: data.password }) }
    } finally {
      for (const file of files) file.bytes.fill(0)
    }
  })

  api.route(doHaveDigitalSignature, async ({ ctx: { db, clock, actor } }) => {
    const row = await findSigner(db, actor.id)
    if (row === undefined) return { status: 200, body: { has_signature: false, certificate: null, has_image: false } }
    const { certificate, chain } = certificatesOf(row)
    const details = presentCertificate(certificate, chain, await trustOf(db, actor.id_company), clock())
    return { status: 200, body: { has_signature: true, certificate: details, has_image: row.image !== null } }
  })

  api.route(removeSignature, async ({ ctx }) => ({ status: 200, body: { removed: await remove(ctx) } }))

  api.route(signatureImage, async ({ ctx: { db, actor } }) => {
    const row = await findSigner(db, actor.id)
    if (row === undefined) throw new ProblemError('no_signer')
    if (row.image === null || row.image_mime === null) throw new ProblemError('file_missing')
    const stream = new Uint8Array(row.image)
    const headers = { 'cache-control': 'private, no-store' }
    return { status: 200, body: { stream, type: row.image_mime, length: stream.length, headers } }
  })

  api.route(removeSignatureImage, async ({ ctx }) => ({ status: 200, body: { removed: await removeImage(ctx) } }))
}
