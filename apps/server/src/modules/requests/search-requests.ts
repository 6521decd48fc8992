import { doneStatuses, requestKinds, type RecipientStatus, type RequestKind } from '@foja/contracts/request-states'
import type { Progress } from '@foja/contracts/solicitudes'
import type { Ctx } from '../../context.ts'
import { findRequirements, isMissing, type RequirementRow } from './deliveries/requirements.queries.ts'
import {
  findRecipients,
  findRequestDocuments,
  selectRequests,
  selectVisible,
  whereWords,
  type RecipientRow,
} from './requests.queries.ts'

/** Number of newest requests that are searched. */
const window = 1000

/** Those who sign or approve and have acted. */
function countActed(recipients: readonly RecipientRow[]): Progress {
  const acting = recipients.filter(({ rol, status }) => rol !== 'copia' && status !== 'delegado')
  const done: readonly RecipientStatus[] = doneStatuses
  const hechos = acting.filter(({ status }) => done.includes(status)).length
  return { hechos, total: acting.length }
}

/** The required documents that have arrived and were not returned. */
function countArrived(requirements: readonly RequirementRow[]): Progress {
  const required = requirements.filter(({ obligatorio }) => obligatorio)
  return { hechos: required.filter((one) => !isMissing(one)).length, total: required.length }
}

/** Requests for signatures and documents that the caller may manage and whose words match, newest first. */
export async function searchRequests({ db, actor }: Pick<Ctx, 'db' | 'actor'>, q: string, limit: number) {
  const newest = selectVisible(db, actor, requestKinds)
    .clearSelect()
    .select('request.id')
    .orderBy('request.created_at', 'desc')
    .limit(window)
  const rows = await whereWords(selectRequests(db).where('request.id', 'in', newest), q)
    .orderBy('request.created_at', 'desc')
    .orderBy('request.id')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  const recipients = await findRecipients(db, ids)
  const requirements = await findRequirements(
    db,
    recipients.map(({ id }) => id),
  )
  const documents = await findRequestDocuments(db, ids)
  return rows.map(({ id, kind, titulo, status, id_solicitud, expediente }) => {
    const own = recipients.filter(({ id_request }) => id_request === id)
    const asked = requirements.filter(({ id_recipient }) => own.some((one) => one.id === id_recipient))
    const tipo = kind as RequestKind
    return {
      id,
      titulo,
      expediente,
      recipients: own.map(({ nombre, email }) => ({ nombre, email })),
      pedido: {
        tipo,
        status,
        id_solicitud,
        id_documento: documents.find(({ id_request }) => id_request === id)?.id_documento ?? null,
        ...(tipo === 'firmas' ? countActed(own) : countArrived(asked)),
      },
    }
  })
}
