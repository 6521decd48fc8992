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
 * Requires that the request names this computer itself. Without a setup code only local browsers may set up Foja; a
 * remote page that resolves its own name to this address (DNS rebinding) sends that name.
 * @throws ProblemError setup_elsewhere
 */
export function requireLocalName({ host }: Pick<FastifyRequest, 'host'>): void {
  if (!isLoopback(nameOf(host))) throw new ProblemError('setup_elsewhere')
}
