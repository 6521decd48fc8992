import type { DatabaseErrorCode } from './errors.ts'

/** Messages between the main thread and the thread of the embedded database. */

/** `folder: null`: in memory, from `dump` (a tar of a data folder) if given. */
export interface EmbeddedStart {
  folder: string | null
  dump: Uint8Array<ArrayBuffer> | null
}

export type EmbeddedRequest =
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'dump' }
  | { kind: 'fsyncs' }
  | { kind: 'copy'; folder: string }
  | { kind: 'close' }

export type EmbeddedReply =
  | { kind: 'ready' }
  | { kind: 'refused'; code: DatabaseErrorCode; message: string }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'dump'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'fsyncs'; count: number }
  | { kind: 'copied' }
  | { kind: 'failed'; message: string }
  | { kind: 'closed' }
