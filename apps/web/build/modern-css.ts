import type { Plugin } from 'vite'

const fallback = /@layer properties\{@supports[^{]*\{[^{]*\{[^}]*\}\}\}/

/**
 * Leaves out the block that Tailwind adds for browsers without `@property` (Safari before 16.4, Firefox before 128):
 * older than the build's target, and a quarter of a kilobyte in every visit.
 */
export function modernCss(): Plugin {
  return {
    name: 'foja:modern-css',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = String(file.source).replace(fallback, '')
      }
    },
  }
}
