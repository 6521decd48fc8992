import type { Endpoint, Schema } from '@foja/contracts/endpoint'
import { buildPath } from '@foja/contracts/endpoint'
import type { Problem } from '@foja/contracts/problem'
import type * as z from 'zod/mini'
import { actionOf, isRecorded } from './failure.ts'
import { request, type RequestOptions } from './request.ts'

/**
 * The request helper has already handled the failure (it redirected to /refresh or logged it) and returned nothing.
 * TanStack Query rejects `undefined`, so it gets this error.
 */
export class HandledError extends Error {
  /** The page reports it by itself: see `failure.ts`. */
  readonly reported: boolean
  /** Why a load was refused; null without an answer, and for what is reported. */
  readonly problem: Problem | null
  constructor(reported = false, problem: Problem | null = null) {
    super('The request got no usable answer')
    this.name = 'HandledError'
    this.reported = reported
    this.problem = reported ? null : problem
  }
}

/** True for an error that the caller has to show. */
export const isUnreported = <E>(error: E): error is NonNullable<E> =>
  error !== null && error !== undefined && !(error instanceof HandledError && error.reported)

/** A 400: what the user can correct, in words (`problem.detail`) and by code. */
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

export const problemOf = (error: unknown): Problem | null =>
  error instanceof ProblemError || error instanceof HandledError ? error.problem : null

/** The error in one line: what is wrong and what to do; `unanswered` if there was no response. */
export function wordsOf(error: unknown, unanswered: string): string {
  const problem = problemOf(error)
  return problem === null ? unanswered : `${problem.title}. ${problem.detail}`
}

type ReplyShape<R> = R extends Schema
  ? z.output<R>
  : R extends { json: infer J extends Schema }
    ? Blob | z.output<J>
    : Blob

/** The success response of an endpoint of the contract. */
export type ReplyOf<E extends Endpoint> = { [S in keyof E['replies']]: ReplyShape<E['replies'][S]> }[keyof E['replies']]

type BodyOf<E extends Endpoint> = E extends { body: infer B extends Schema }
  ? { body: z.input<B> }
  : { body?: undefined }

export type CallOptions<E extends Endpoint> = Omit<RequestOptions, 'method' | 'body'> &
  BodyOf<E> & { params?: Record<string, string | number>; query?: string }

/**
 * Calls an endpoint of the contract: `call<typeof metrics>('GET', '/api/v1/metrics/')`. The contract's types check
 * method, path, body and response, and add no code. Rejects with ProblemError (400) or HandledError.
 */
export async function call<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...[options]: E extends { body: Schema } ? [CallOptions<E>] : [CallOptions<E>?]
): Promise<ReplyOf<E>> {
  const { params, query = '', ...rest }: CallOptions<Endpoint> = options ?? {}
  let refused: Problem | undefined
  const onRefused = (problem: Problem) => (refused = problem)
  const reply = await request<ReplyOf<E>>(`${buildPath(path, params)}${query}`, { ...rest, method, onRefused })
  if (reply === undefined) throw new HandledError(isRecorded(actionOf(method, path)), refused)
  if (!reply.ok) throw new ProblemError(reply.data, reply.status)
  return reply.data
}
