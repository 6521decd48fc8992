import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { requireDocument } from '../documents/public.ts'
import { findSigner } from './signers/stored-key.ts'
import { repeatableContent, signingKey } from './idempotency.ts'
import { signDocument, type SignOne, type SignSession } from './sign-document.ts'
import { requestedOptions, type SignedDocument, type SigningCtx, type SigningRequest } from './signing-context.ts'
import { rulesOf } from './signing-settings.ts'
import { unlockKey, type CallKey } from './unlock-key.ts'

export type SigningInput = { request: SigningRequest; idempotencyKey: string | undefined }

/** The results of a call; `error` is what was thrown for one document. */
export type SigningOutcome = { documents: SignedDocument[]; failures: { id_documento: string; error: unknown }[] }

/** Wraps an error of opening the key, which ends the whole call and not one document. */
class KeyFailure extends Error {
  constructor(cause: unknown) {
    super('the key does not open', { cause })
    this.name = 'KeyFailure'
  }
}

/** The unique ids of a call, and whether it names one document only. */
function idsOf({ id_documento: one, ids_documento: many }: SigningRequest): { ids: string[]; single: boolean } {
  if (one !== undefined && many === undefined) return { ids: [one], single: true }
  if (one === undefined && many !== undefined) return { ids: [...new Set(many)], single: false }
  throw new ProblemError('validation_failed', { field: one === undefined ? 'id_documento' : 'ids_documento' })
}

type Credentials = Pick<SigningRequest, 'key' | 'password'>

/** Opens the key when first needed and keeps it for the rest of the call; the passphrase is dropped. */
function openOnce(credentials: Credentials, open: (credentials: Credentials) => Promise<CallKey>) {
  let opened: CallKey | undefined
  let unused: Credentials | undefined = credentials
  return {
    key: async (): Promise<CallKey> => {
      if (opened !== undefined) return opened
      if (unused === undefined) throw new Error('the key was not opened at the first attempt')
      try {
        opened = await open(unused)
        return opened
      } catch (error) {
        throw new KeyFailure(error)
      } finally {
        unused = undefined
      }
    },
    forget: () => opened?.forget(),
  }
}

async function one(ctx: Ctx, { request, idempotencyKey }: SigningInput, id: string): Promise<SignOne> {
  const hash = request.hashes?.[id] ?? (request.id_documento === id ? request.sha256 : undefined)
  const document = await requireDocument(ctx.db, ctx.actor, 'document.sign', id)
  const content = repeatableContent(request, id, hash)
  return { document, hash, requestKey: signingKey(ctx, id, idempotencyKey, content) }
}

type Prepared = { id: string; work: SignOne } | { id: string; error: unknown }

async function prepareAll(ctx: Ctx, input: SigningInput, ids: string[]): Promise<Prepared[]> {
  return await Promise.all(
    ids.map(async (id) => {
      try {
        return { id, work: await one(ctx, input, id) }
      } catch (error) {
        return { id, error }
      }
    }),
  )
}

/**
 * Signs the documents of a call with one key, opened once, one file at a time in memory. An error of one document is
 * returned beside the results and the others go on; a key that does not open ends the call before anything is signed.
 * In a call for one document its error is thrown.
 * @throws ProblemError validation_failed, and what unlocking the key and, for one document, signing it throw
 */
export async function signDocuments(ctx: SigningCtx, input: SigningInput): Promise<SigningOutcome> {
  const { request } = input
  const { ids, single } = idsOf(request)
  const prepared = await prepareAll(ctx, input, ids)
  const { key, forget } = openOnce(
    { key: request.key, password: request.password },
    async (credentials) => await unlockKey(ctx, credentials),
  )
  const rules = await rulesOf(ctx)
  const image = (await findSigner(ctx.db, ctx.actor.id))?.image ?? null
  const session: SignSession = { requested: requestedOptions(request), rules, image, key }
  const outcome: SigningOutcome = { documents: [], failures: [] }
  try {
    for (const entry of prepared) {
      try {
        if ('error' in entry) throw entry.error
        outcome.documents.push(await signDocument(ctx, session, entry.work))
      } catch (error) {
        if (error instanceof KeyFailure) throw error.cause
        if (single) throw error
        outcome.failures.push({ id_documento: entry.id, error })
      }
    }
  } finally {
    forget()
  }
  return outcome
}
