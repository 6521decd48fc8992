import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const input = fileURLToPath(new URL('../src/embed/foja-embed.ts', import.meta.url))

/** Writes `dist/foja-embed.js`, a classic script that other sites load by this name (docs/incrustar.md). */
export function embedScript(): Plugin {
  return {
    name: 'foja:embed-script',
    apply: 'build',
    async generateBundle() {
      const output = { format: 'iife' as const, entryFileNames: 'foja-embed.js' }
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'error',
        build: { write: false, target: 'baseline-widely-available', rolldownOptions: { input, output } },
      })
      const [script] = Array.isArray(built) ? built.flatMap((one) => one.output) : 'output' in built ? built.output : []
      if (script?.type !== 'chunk') this.error('the script of other sites was not built')
      this.emitFile({ type: 'asset', fileName: script.fileName, source: script.code })
    },
  }
}
