import type { Plugin } from 'vite'

/** Tailwind's block for browsers without `@property` (Safari before 16.4, Firefox before 128), older than our target. */
const fallbackBlock = /@layer properties\{@supports[^{]*\{[^{]*\{[^}]*\}\}\}/

/** The names of `--tw-` variables that a pattern with one group finds. */
const namesOf = (css: string, pattern: RegExp) => new Set(Array.from(css.matchAll(pattern), ([, name = '']) => name))

/**
 * Leaves out of a minified style sheet what nothing uses: Tailwind's variables that are set and never read, and the
 * detour by those that are read, with another value to fall back on, and never set.
 */
export function leanCss(css: string): string {
  const lean = css.replace(fallbackBlock, '')
  const read = namesOf(lean, /var\((--tw-[\w-]+)/g)
  const set = namesOf(lean, /[{;](--tw-[\w-]+):/g)
  const registered = namesOf(lean, /@property (--tw-[\w-]+)/g)
  return lean
    .replace(/@property (--tw-[\w-]+)\{[^}]*\}/g, (rule, name: string) => (read.has(name) ? rule : ''))
    .replace(/(?<=[{;])(--tw-[\w-]+):[^;{}]*(;|(?=\}))/g, (rule, name: string) => (read.has(name) ? rule : ''))
    .replace(/var\((--tw-[\w-]+),([^()]*)\)/g, (value, name: string, fallback: string) =>
      set.has(name) || registered.has(name) ? value : fallback,
    )
}

/** Applies `leanCss` to every style sheet of the build. */
export function modernCss(): Plugin {
  return {
    name: 'foja:modern-css',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = leanCss(String(file.source))
      }
    },
  }
}
