import type { Endpoint, Schema } from '@foja/contracts/endpoint'
import { buildPath } from '@foja/contracts/endpoint'
import type { Problem } from '@foja/contracts/problem'
import type * as z from 'zod/mini'
import { request, type Reply, type RequestOptions } from './request.ts'

/**
 * The request helper has dealt with the failure (the browser is on its way to /refresh, or it is in the console), and
 * returned nothing. TanStack Query refuses `undefined`, so it gets this.
 */
export class HandledError extends Error {
  constructor() {
    super('The request got no usable answer')
    this.name = 'HandledError'
  }
}

/** A 400: what the person can put right, in words (`problem.detail`) and by code. */
export class ProblemError extends Error {
  readonly problem: Problem
  readonly status: number
  constructor(problem: Problem, status = 400) {
    super(problem.detail)
    this.name = 'ProblemError'
    this.problem = problem
    this.status = status
  }
}

export const problemOf = (error: unknown): Problem | null => (error instanceof ProblemError ? error.problem : null)

/** What is wrong and what to do, in a line; `unanswered` where nothing came back. */
export function wordsOf(error: unknown, unanswered: string): string {
  const problem = problemOf(error)
  return problem === null ? unanswered : `${problem.title}. ${problem.detail}`
}

type ReplyShape<R> = R extends Schema
  ? z.output<R>
  : R extends { json: infer J extends Schema }
    ? Blob | z.output<J>
    : Blob

/** What an endpoint of the contract answers when all is well. */
export type ReplyOf<E extends Endpoint> = { [S in keyof E['replies']]: ReplyShape<E['replies'][S]> }[keyof E['replies']]

type BodyOf<E extends Endpoint> = E extends { body: infer B extends Schema }
  ? { body: z.input<B> }
  : { body?: undefined }

export type CallOptions<E extends Endpoint> = Omit<RequestOptions, 'method' | 'body'> &
  BodyOf<E> & { params?: Record<string, string | number>; query?: string }

function unwrap<T>(reply: Reply<T> | undefined): T {
  if (reply === undefined) throw new HandledError()
  if (!reply.ok) throw new ProblemError(reply.data, reply.status)
  return reply.data
}

/**
 * Calls an endpoint of the contract: `call<typeof metrics>('GET', '/api/v1/metrics/')`. The contract's types check
 * method, path, body and reply, and weigh nothing in the browser. Rejects with ProblemError (400) or HandledError.
 */
export async function call<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...[options]: E extends { body: Schema } ? [CallOptions<E>] : [CallOptions<E>?]
): Promise<ReplyOf<E>> {
  const { params, query = '', ...rest }: CallOptions<Endpoint> = options ?? {}
  return unwrap(await request<ReplyOf<E>>(`${buildPath(path, params)}${query}`, { ...rest, method }))
}
