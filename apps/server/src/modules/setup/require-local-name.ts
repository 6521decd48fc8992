import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../config.ts'
import { ProblemError } from '../../http/problem.ts'

function nameOf(host: string): string {
  try {
    return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return ''
  }
}

/**
 * Lets go on whoever calls this computer by its own name. Where no code is asked for, nobody else is to reach it: a page
 * elsewhere whose name was made to lead here in the meantime (DNS rebinding) says that name.
 * @throws ProblemError setup_elsewhere
 */
export function requireLocalName({ host }: Pick<FastifyRequest, 'host'>): void {
  if (!isLoopback(nameOf(host))) throw new ProblemError('setup_elsewhere')
}
