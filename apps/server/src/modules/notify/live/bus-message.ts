/** Channel of the database on which processes tell each other what open screens should read again. */
export const liveChannel = 'live'

/** One message between processes: what happened and what decides whom it concerns. */
export type BusMessage =
  | {
      type: 'changed'
      id_company: string | null
      created_by: string
      shared_with: readonly string[]
      id_solicitud_main: string | null
      id_documento: string | null
    }
  | { type: 'notification'; users: readonly string[] }
