import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/
const brotli = promisify(brotliCompress)

/**
 * Writes `<file>.br` beside every text file of at least `from` bytes, so that the server compresses nothing on the fly.
 */
export function precompress({ from }: { from: number }): Plugin {
  let folder = ''
  return {
    name: 'foja:precompress',
    apply: 'build',
    writeBundle(options) {
      folder = options.dir ?? ''
    },
    async closeBundle() {
      if (folder === '') return
      const names = await readdir(folder, { recursive: true })
      const write = async (name: string) => {
        const bytes = await readFile(join(folder, name))
        if (bytes.length < from) return
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        await writeFile(join(folder, `${name}.br`), await brotli(bytes, { params }))
      }
      await Promise.all(names.filter((name) => compressible.test(name)).map(write))
    },
  }
}
