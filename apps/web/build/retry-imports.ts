import { join } from 'node:path'
import type { Plugin } from 'vite'

const helper = join(import.meta.dirname, '../src/lib/router/import-with-retry.ts')

/** Wraps every dynamic import of a module, so that it can be retried. */
export function wrapImports(code: string): string {
  const wrapped = code.replace(
    /(?<!\.)\bimport\((\s*(?:'\.[^'\n]+'|"\.[^"\n]+")\s*)\)/g,
    'importWithRetry(() => import($1))',
  )
  return wrapped === code ? code : `import { importWithRetry } from ${JSON.stringify(helper)};\n${wrapped}`
}

/**
 * A browser remembers a failed module load for as long as the page lives (HTML, "fetch a single module script"), so a
 * plain `import()` would fail forever after a lost connection. lib/router/import-with-retry.ts works around that.
 */
export function retryImports(): Plugin {
  return {
    name: 'foja:retry-imports',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]src[\\/].*\.tsx?$/, code: /\bimport\(/ },
      handler: (code) => ({ code: wrapImports(code), map: null }),
    },
  }
}
