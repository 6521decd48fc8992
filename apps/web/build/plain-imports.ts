import type { Plugin } from 'vite'

/**
 * Replaces Vite's helper around every `import()`, which preloads what a chunk imports: there is no list to preload
 * (`resolveDependencies` in vite.config.ts) and one style sheet. It is 0.8 kB of the first file.
 */
export function plainImports(): Plugin {
  return {
    name: 'foja:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}
