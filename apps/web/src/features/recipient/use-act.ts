import { useQueryClient } from '@tanstack/react-query'
import { problemOf } from '../../lib/api/call.ts'
import { recipientQuery } from './api/recipient.ts'

const ends = ['request_closed', 'recipient_code_needed']

/** True if the request or the link has ended meanwhile, or the code has to be typed again. */
export const isClosed = (error: unknown): boolean => {
  const problem = problemOf(error)
  return problem !== null && (ends.includes(problem.code) || problem.status === 404)
}

/** Performs an act of the recipient. Where the request no longer allows it, the page shows its new state. */
export function useAct(token: string) {
  const queries = useQueryClient()
  return async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act()
    } catch (error) {
      if (isClosed(error)) void queries.invalidateQueries(recipientQuery(token))
      throw error
    }
  }
}
