import type { Endpoint, Multipart, Schema } from '@foja/contracts/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import type { Ctx, SessionActor } from '../context.ts'
import type { PartsReader } from './multipart.ts'

type OutputOf<T> = T extends Schema ? z.output<T> : undefined
/** null for endpoints without a session, which ignore its tokens unless `session` is optional. */
type ActorOf<E extends Endpoint> = E['policy'] extends 'public' | 'setup' | 'recipient'
  ? E['session'] extends 'optional'
    ? SessionActor | null
    : null
  : SessionActor
type PartsOf<E extends Endpoint> = E['multipart'] extends Multipart
  ? PartsReader<OutputOf<E['multipart']['data']>>
  : undefined

/** Input of a handler: the parts of the request, validated against the contract. */
export type Input<E extends Endpoint> = {
  /** First argument of the use case. */
  ctx: Ctx<ActorOf<E>>
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  headers: OutputOf<E['headers']>
  body: OutputOf<E['body']>
  /** Reads the multipart body once, part by part, without buffering. */
  parts: PartsOf<E>
  request: FastifyRequest
  /** For cookies only; the response is what the handler returns. */
  reply: Pick<FastifyReply, 'setCookie'>
}

/**
 * Reads the stored object of a call with `returned`, in each form in which Foja returns it; `sent` is the body that
 * names it. Null: `sent` names none.
 * @throws ProblemError if the caller may not read it
 */
export type ReadReturned<E extends Endpoint> = (
  input: Pick<Input<E>, 'ctx' | 'params'> & { sent: Record<string, unknown> },
) => Promise<object[] | null>

/** A binary reply. `length` in bytes, if known; `filename` makes it an attachment. */
export type BinaryBody = {
  stream: Readable | Uint8Array
  type: string
  length?: number
  filename?: string
  headers?: Record<string, string>
}

type BodyOf<R> = R extends { binary: string; json: infer J extends Schema }
  ? BinaryBody | z.input<J>
  : R extends { binary: string }
    ? BinaryBody
    : R extends Schema
      ? z.input<R>
      : never

/** The statuses that an endpoint's contract declares. */
export type StatusOf<E extends Endpoint> = keyof E['replies'] & number

/** Reply of a handler: a declared status with its body. */
export type Reply<E extends Endpoint, S extends StatusOf<E> = StatusOf<E>> = {
  status: S
  body: BodyOf<E['replies'][S]>
}

/** S is inferred from the handler's result, so that a plain `status: 200` keeps its literal type. */
export type Handler<E extends Endpoint, S extends StatusOf<E> = StatusOf<E>> = (input: Input<E>) => Promise<Reply<E, S>>
