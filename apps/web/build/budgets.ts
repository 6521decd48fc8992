import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Warns of every script over `chunk` and every style sheet over `css`, in bytes after gzip. */
export function budgets({ chunk, css }: { chunk: number; css: number }): Plugin {
  return {
    name: 'foja:budgets',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const limit = file.fileName.endsWith('.css') ? css : file.type === 'chunk' ? chunk : Number.POSITIVE_INFINITY
        if (limit === Number.POSITIVE_INFINITY) continue
        const size = gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length
        if (size > limit) this.warn(`${file.fileName} is ${size} bytes after gzip, over its budget of ${limit}`)
      }
    },
  }
}
