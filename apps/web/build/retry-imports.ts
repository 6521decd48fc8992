import { join } from 'node:path'
import type { Plugin } from 'vite'

const helper = join(import.meta.dirname, '../src/lib/router/import-with-retry.ts')

/** The same module with every import that happens later in a form that can be tried again. */
export function wrapImports(code: string): string {
  const wrapped = code.replace(
    /(?<!\.)\bimport\((\s*(?:'\.[^'\n]+'|"\.[^"\n]+")\s*)\)/g,
    'importWithRetry(() => import($1))',
  )
  return wrapped === code ? code : `import { importWithRetry } from ${JSON.stringify(helper)};\n${wrapped}`
}

/**
 * A browser remembers for as long as a page lives that a module did not come (HTML, "fetch a single module script"), so
 * that a plain `import()` fails for ever once the connection was lost at the wrong moment. lib/router/import-with-retry.ts gets
 * round that.
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
