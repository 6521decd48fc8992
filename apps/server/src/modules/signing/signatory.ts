import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import type { Ctx } from '../../context.ts'
import { requireDocument, requireNotRequested, type DocumentRow } from '../documents/public.ts'
import { lockActor } from '../identity/public.ts'

/** A version with their signature; `signatureId`: `signature_id` of its verification. */
export type SignedByThem = { document: DocumentRow; version: number; signatureId: string | null }

/** Who signs: a user, or a recipient of a signing request. */
export type Signatory = {
  kind: 'user' | 'recipient'
  /** Owns preparations and throttles; signatures of one run one after another. */
  id: string
  nombre: string
  id_company: string | null
  /** The user of the new version: of a recipient's signature, who asked for it. */
  author: string
  /** Returns a document that they may sign now; throws not_found, forbidden or request_closed. */
  findDocument: (id: string) => Promise<DocumentRow>
  /** Locks what their permission depends on, as the first lock of the transaction; throws when it is gone. */
  lock: (trx: Transaction<Database>) => Promise<void>
  /** Records the signature in the transaction of the new version. */
  signed: (trx: Transaction<Database>, signed: SignedByThem) => Promise<void>
}

/** Without the caller, who is the signatory. */
export type SignatoryCtx = AppDeps & Pick<Ctx, 'ip'> & { by: Signatory }

export function userSignatory({ db, actor, clock }: Pick<Ctx, 'db' | 'actor' | 'clock'>): Signatory {
  return {
    kind: 'user',
    id: actor.id,
    nombre: actor.nombre,
    id_company: actor.id_company,
    author: actor.id,
    findDocument: async (id) => {
      const document = await requireDocument(db, actor, 'document.sign', id)
      await requireNotRequested(db, id)
      return document
    },
    lock: async (trx) => await lockActor(trx, actor, clock()),
    signed: async () => {},
  }
}
