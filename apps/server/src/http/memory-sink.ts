import type { FileSink } from './multipart.ts'

export type SmallFile = { name: string; bytes: Uint8Array }

/** Keeps small files in memory: keys and certificates, which must not be written to disk unencrypted. */
export function memorySink(): FileSink<SmallFile> {
  return {
    receive: async ({ name, stream }) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(Buffer.from(chunk))
      return { name, bytes: new Uint8Array(Buffer.concat(chunks)) }
    },
    discard: async ({ bytes }) => {
      bytes.fill(0)
    },
  }
}
