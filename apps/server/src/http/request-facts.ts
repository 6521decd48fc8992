import type { ErrorCode } from '@foja/contracts/problem'
import type { FastifyRequest } from 'fastify'

/**
 * What the log says of a request besides its address: whose it was, and why it was refused. `about`: the account that somebody
 * without a session named, by its id.
 */
export type RequestFacts = { user?: string; about?: string | undefined; code?: ErrorCode }

const facts = new WeakMap<FastifyRequest, RequestFacts>()

export function note(request: FastifyRequest, known: RequestFacts): void {
  facts.set(request, { ...facts.get(request), ...known })
}

export const factsOf = (request: FastifyRequest): RequestFacts => facts.get(request) ?? {}
