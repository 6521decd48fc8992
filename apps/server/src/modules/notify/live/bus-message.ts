/** Database channel between processes for messages about changes that open screens must read. */
export const liveChannel = 'live'

/** A message between processes: what changed, and the data that decides who receives it. */
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
