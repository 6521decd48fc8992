import type { PageImages } from '@foja/contracts/common'
import type { verifyCode } from '@foja/contracts/verification'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { readerOf } from '../../../texts/locale.ts'
import { ProblemError } from '../../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import { pageImagesOf } from '../../documents/public.ts'
import {
  type Verdicts,
  verifyOrAssess,
  verifyStoredFile,
  changedAfter,
  findCodedVersion,
  type CodedVersion,
  presentVerification,
} from '../../verification-core/public.ts'

type Answer = z.input<(typeof verifyCode.replies)[200]>

/** Codes are 80 random bits; this limits the work per address. */
const codesByAddress: ThrottleRule = { tries: 60, seconds: 15 * 60 }

/** The page images of the code's version; null if they cannot be drawn. */
async function imagesOf(ctx: Ctx<null>, { id, ...version }: CodedVersion): Promise<PageImages | null> {
  try {
    return await pageImagesOf(ctx, { content: { kind: 'version', id }, ...version }, { kind: 'code', id })
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}

/**
 * Returns what a printed code reveals: name, size and signatures of its version, and its page images for comparison
 * with the paper; not the file, other versions, ids or users. The code is 80 random bits printed on these pages
 * (docs/adr/0028-pictures-compared.md). Unknown codes and those of deleted documents return the same error.
 * @throws ProblemError code_unknown, too_many_attempts
 */
export async function lookUpCode(ctx: Ctx<null> & { verdicts: Verdicts }, code: string): Promise<Answer> {
  const { db, clock, verdicts } = ctx
  await slowDown(ctx, 'verify code', ctx.ip, codesByAddress)
  const found = await findCodedVersion(db, code)
  if (found === undefined) throw new ProblemError('code_unknown')
  const reader = readerOf(ctx)
  const verification = await verifyOrAssess(ctx, found, reader, async () => {
    return (await verifyStoredFile(verdicts, found, reader)).verification
  })
  const unsigned = { signatures: [], summary: 'unsigned' as const }
  return {
    codigo: code,
    nombre: found.nombre,
    paginas: found.paginas,
    size: found.size,
    signed_at: found.created_at.toISOString(),
    is_newest: !(await changedAfter(db, found.id_documento, found.version)),
    images: await imagesOf(ctx, found),
    verification: verification ?? presentVerification(unsigned, found.sha256, clock(), reader),
  }
}
