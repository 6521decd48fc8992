import { ProblemError } from '../../http/problem.ts'
import type { Place } from './emails.queries.ts'

/** An outbox cursor for the API: milliseconds and id of the last message. */
export const writePlace = ({ at, id }: Place): string => `${at.getTime()}~${id}`

/** Throws `validation_failed` for an invalid cursor. */
export function readPlace(text: string): Place {
  const found = /^(?<at>\d{1,15})~(?<id>[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/.exec(text)?.groups
  if (found === undefined) throw new ProblemError('validation_failed', { field: 'before' })
  return { at: new Date(Number(found['at'])), id: found['id']! }
}
