import type { Endpoint, Method, Multipart, Schema } from '@foja/contracts/endpoint'
import type { AnyEndpoint } from '@foja/contracts/endpoints'
import type * as z from 'zod/mini'

// The types of the contract without zod. `npm run pack:client` writes them out, so that the package depends on nothing.

export type { KeyScope } from '@foja/contracts/key-scopes'
export type { Problem } from '@foja/contracts/problem'

/** A file in a reply: a PDF, an image, a ZIP, an event stream. `name` is null where the server gives none. */
export type FileReply = {
  name: string | null
  type: string
  stream: ReadableStream<Uint8Array>
  bytes: () => Promise<Uint8Array>
}

/** A file to send. */
export type SentFile = { name: string; content: Blob | Uint8Array; type?: string }

type Simplify<T> = { [K in keyof T]: T[K] }

type ReplyShape<R> = R extends Schema
  ? z.output<R>
  : R extends { json: infer J extends Schema }
    ? FileReply | z.output<J>
    : FileReply
type ReplyOf<E extends Endpoint> = { [S in keyof E['replies']]: ReplyShape<E['replies'][S]> }[keyof E['replies']]

/** The keys of the input with the types of the output: texts that the server reads as numbers are numbers here. */
type Read<S extends Schema> = {
  [K in keyof z.input<S>]: K extends keyof z.output<S> ? z.output<S>[K] : z.input<S>[K]
}
/** Named headers, without the others that the server accepts. */
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] }

/** A member that may be left out if nothing in it is required. */
type Given<K extends string, V> = object extends V
  ? { [k in K]?: V }
  : undefined extends V
    ? { [k in K]?: V }
    : { [k in K]: V }

type Params<E> = E extends { params: infer S extends Schema } ? { params: Read<S> } : unknown
type Query<E> = E extends { query: infer S extends Schema } ? Given<'query', Read<S>> : unknown
type Headers<E> = E extends { headers: infer S extends Schema } ? Given<'headers', Named<z.input<S>>> : unknown
type Body<E> = E extends { body: infer S extends Schema } ? { body: z.input<S> } : unknown
type Data<E> = E extends { multipart: { data: infer S extends Schema } } ? Given<'data', z.input<S>> : unknown

type Call<E extends Endpoint> = Simplify<Params<E> & Query<E> & Headers<E> & Body<E> & { reply: ReplyOf<E> }>
type Upload<E extends Endpoint> = Simplify<Params<E> & Headers<E> & Data<E> & { reply: ReplyOf<E> }>

type Uploading = Extract<AnyEndpoint, { multipart: Multipart }>

/** What each call takes and answers, by method and path. */
export type Calls = {
  [M in Method]: { [E in Extract<Exclude<AnyEndpoint, Uploading>, { method: M }> as E['path']]: Call<E> }
}

/** The calls that take files, all of them POST, by path. */
export type Uploads = { [E in Uploading as E['path']]: Upload<E> }
