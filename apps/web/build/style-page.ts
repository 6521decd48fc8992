import type { Plugin } from 'vite'

/**
 * Serves `/estilo`, the component gallery, on the development server; `vite build --mode estilo` builds it alone into
 * `.cache/estilo`. It is not part of a production build.
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
