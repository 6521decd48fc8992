import type { Plugin } from 'vite'

/**
 * `/estilo`, the page with every part of the interface, on the development server; `vite build --mode estilo` builds
 * it alone into `.cache/estilo`. A production build does not know it.
 */
export function stylePage(): Plugin {
  return {
    name: 'foja:style-page',
    config(_config, { mode }) {
      if (mode !== 'estilo') return {}
      return { build: { outDir: '.cache/estilo', rolldownOptions: { input: 'estilo.html' } } }
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.split('?')[0] === '/estilo') request.url = '/estilo.html'
        next()
      })
    },
  }
}
