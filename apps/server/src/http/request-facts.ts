import type { ErrorCode } from '@foja/contracts/problem'
import type { FastifyRequest } from 'fastify'

/**
 * What the log says about a request besides its path: the user and the error code. `about`: id of the account that a
 * request without a session named. `key`: id of the API key. `left`: the client closed its connection before its request was complete.
 */
export type RequestFacts = { user?: string; key?: string; about?: string | undefined; code?: ErrorCode; left?: true }

const facts = new WeakMap<FastifyRequest, RequestFacts>()

export function note(request: FastifyRequest, known: RequestFacts): void {
  facts.set(request, { ...facts.get(request), ...known })
}

export const factsOf = (request: FastifyRequest): RequestFacts => facts.get(request) ?? {}
