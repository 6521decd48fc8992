import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface NodeStream {
  nfd: number
}

interface StreamOperations {
  fsync?: (stream: NodeStream) => number
}

/**
 * PGlite's folder on disk, with the `fsync` that PGlite omits: without it a committed row stays in the page cache of
 * the system, and a power cut loses it. Emscripten's `fd_sync` calls `stream_ops.fsync` when present; `fdatasync` is a
 * no-op there, hence `wal_sync_method=fsync`.
 */
export class DurableFs extends NodeFS {
  #fsyncs = 0

  /** Number of flushes of a file or folder to the disk. */
  get fsyncs(): number {
    return this.#fsyncs
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = (module: { NODEFS: unknown }): void => {
      const { stream_ops } = module.NODEFS as { stream_ops: StreamOperations }
      stream_ops.fsync = (stream) => {
        this.#fsyncs += 1
        fsyncSync(stream.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}
