import type { Endpoint, Multipart, Schema } from '@foja/contracts/endpoint'
import type { Actor } from '@foja/contracts/policies'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import type { Locale, Reader } from '../texts/locale.ts'
import type { PartsReader } from './multipart.ts'

/** The signed-in person of a request, as the session and the user rows say at this moment. */
export type SessionActor = Actor & {
  nombre: string
  email: string
  session: string
  /** Their company asks for a second factor, and they have none yet. */
  lacksTotp: boolean
}

type OutputOf<T> = T extends Schema ? z.output<T> : undefined
type ActorOf<E extends Endpoint> = E['policy'] extends 'public' | 'setup'
  ? E['session'] extends 'optional'
    ? SessionActor | null
    : null
  : SessionActor
type PartsOf<E extends Endpoint> = E['multipart'] extends Multipart
  ? PartsReader<OutputOf<E['multipart']['data']>>
  : undefined

/** What a handler gets: the parts of the request, already validated against the contract. */
export type Input<E extends Endpoint> = {
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  headers: OutputOf<E['headers']>
  body: OutputOf<E['body']>
  /** Reads the multipart body once, part by part; nothing is kept in memory. */
  parts: PartsOf<E>
  /** null for `public` and `setup` calls, which ignore whatever token comes with them unless `session` is optional. */
  actor: ActorOf<E>
  locale: Locale
  /** The language and the zone of whoever reads the answer. */
  reader: Reader
  request: FastifyRequest
  /** For cookies alone; what is answered is what the handler returns. */
  reply: Pick<FastifyReply, 'setCookie'>
}

/** A reply of bytes. `length` in bytes, when it is known; `filename` makes it an attachment. */
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

/** The statuses that a call's contract declares. */
export type StatusOf<E extends Endpoint> = keyof E['replies'] & number

/** What a handler answers: one of the declared statuses, with the body of that status. */
export type Reply<E extends Endpoint, S extends StatusOf<E> = StatusOf<E>> = {
  status: S
  body: BodyOf<E['replies'][S]>
}

/** S is inferred from what the handler returns, so that a plain `status: 200` keeps its literal type. */
export type Handler<E extends Endpoint, S extends StatusOf<E> = StatusOf<E>> = (input: Input<E>) => Promise<Reply<E, S>>
