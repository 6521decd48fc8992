import type { Plugin } from 'vite'

/** Adds a preload of the font file whose name starts with `name` to the built page. */
export function preloadFont(name: string): Plugin {
  return {
    name: 'foja:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((path) => path.includes(name) && path.endsWith('.woff2'))
        if (file === undefined) throw new Error(`no font named ${name} in the build`)
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
