import { PadesError } from '@foja/pades/errors'
import { parseTimestampToken, timestampProblems, type TimestampToken } from '@foja/pades/tsp/token'

/** The timestamp of a root; null if the token is none, or is of another hash. Trust in the authority is not checked. */
export function readStamp(token: Uint8Array, hash: string): TimestampToken | null {
  try {
    const parsed = parseTimestampToken(token)
    const stamped = { digest: new Uint8Array(Buffer.from(hash, 'hex')), hash: 'sha256' as const }
    return timestampProblems(parsed, { stamped }).length === 0 ? parsed : null
  } catch (error) {
    if (error instanceof PadesError) return null
    throw error
  }
}

/** When the root with this hash was stamped, by the token itself; null if the token is no timestamp of it. */
export const stampTimeOf = (token: Uint8Array, hash: string): Date | null => readStamp(token, hash)?.genTime ?? null
