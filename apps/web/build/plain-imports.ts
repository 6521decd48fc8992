import type { Plugin } from 'vite'

/** `load` is the `import()`, `files` are the style sheets of its chunk, relative to `from`. */
const helper = `const sheets = {}
for (const { href } of document.querySelectorAll('link[rel=stylesheet]')) sheets[href] = 0
const add = (href) => sheets[href] ??= new Promise((loaded, failed) => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: loaded })
  link.onerror = () => {
    delete sheets[href]
    failed(new TypeError('dynamically imported module: ' + href))
  }
  document.head.append(link)
})
export const __vitePreload = (load, files, from) =>
  files?.length ? Promise.all(files.map((file) => add(new URL(file, from).href))).then(load) : load()`

/**
 * Replaces Vite's helper around every `import()`, which also preloads what a chunk imports: there is no list to preload
 * (`resolveDependencies` in vite.config.ts), only style sheets. It is 0.8 kB of the first file, this one 0.2.
 */
export function plainImports(): Plugin {
  return {
    name: 'foja:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: /vite\/preload-helper/ }, handler: () => helper },
  }
}
