import type { Plugin } from 'vite'

/**
 * Tailwind's fallback for browsers without `@property` (Safari before 16.4, Firefox before 128), older than our target.
 */
const fallbackBlock = /@layer properties\{@supports[^{]*\{[^{]*\{[^}]*\}\}\}/

/** The names of `--tw-` variables that a pattern with one group finds. */
const namesOf = (css: string, pattern: RegExp) => new Set(Array.from(css.matchAll(pattern), ([, name = '']) => name))

/** Initial values of Tailwind's variables that are never set to anything else. */
function constants(css: string): Map<string, string> {
  const begun = Array.from(
    css.matchAll(/@property (--tw-[\w-]+)\{[^}]*initial-value:([^;}]*)\}/g),
    ([, name = '', value = '']) => [name, value] as const,
  )
  const changed = new Set<string>()
  const first = new Map(begun)
  for (const [, name = '', value = ''] of css.matchAll(/[{;](--tw-[\w-]+):([^;}]*)/g)) {
    if (first.get(name) !== value) changed.add(name)
  }
  return new Map(begun.filter(([name]) => !changed.has(name)))
}

/**
 * Removes unused parts of a minified style sheet: variables that are set but never read, variables that are never set
 * or always have the same value (replaced by it), and empty rules.
 */
export function leanCss(css: string): string {
  const whole = css.replace(fallbackBlock, '')
  const same = constants(whole)
  const lean = whole
    .replace(/var\((--tw-[\w-]+)\)/g, (value, name: string) => same.get(name) ?? value)
    .replace(/(?:,--tw-gradient-\w+)+/g, (names) => (whole.includes('--tw-gradient-from:') ? names : ''))
  const read = namesOf(lean, /var\((--[\w-]+)/g)
  const set = namesOf(lean, /[{;](--tw-[\w-]+):/g)
  const registered = namesOf(lean, /@property (--tw-[\w-]+)/g)
  const unread = /(?<=[{;])(--(?:tw|lightningcss|color)-[\w-]+):[^;{}]*(;|(?=\}))/g
  return lean
    .replace(/@property (--tw-[\w-]+)\{[^}]*\}/g, (rule, name: string) => (read.has(name) ? rule : ''))
    .replace(unread, (rule, name: string) => (read.has(name) ? rule : ''))
    .replace(/var\((--tw-[\w-]+),([^()]*)\)/g, (value, name: string, fallback: string) =>
      set.has(name) || registered.has(name) ? value : fallback,
    )
    .replace(/(?<=[{}])[^{};@]+\{\}/g, '')
    .replace(/(?<=[{}])@supports[^{}]*\{\}/g, '')
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
