import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { retryImports } from './build/retry-imports.ts'
import { chunkFile, chunkName } from './build/chunk-name.ts'
import { cspHashes } from './build/csp-hashes.ts'
import { embedScript } from './build/embed-script.ts'
import { leanIcons } from './build/lean-icons.ts'
import { modernCss } from './build/modern-css.ts'
import { noCircularChunks } from './build/no-circular-chunks.ts'
import { plainImports } from './build/plain-imports.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { routeFiles } from './build/route-files.ts'
import { stylePage } from './build/style-page.ts'
import { strictStyles } from './build/strict-styles.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('.'),
  plugins: [
    tailwindcss(),
    react(),
    strictStyles(),
    leanIcons(),
    retryImports(),
    plainImports(),
    modernCss(),
    preloadFont('foja-inter'),
    stylePage(),
    cspHashes(),
    noCircularChunks(),
    routeFiles(),
    embedScript(),
    precompress({ from: 1024 }),
  ],
  resolve: {
    alias: {
      // The original adds its rules in a <style> element, which the CSP blocks.
      'react-style-singleton': at('./src/ui/theme/style-singleton.ts'),
      // The same for browsers with React's own hook.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The server preloads the files of the page that is opened (build/route-files.ts). Other parts can wait for one
      // more response, which keeps their lists out of the first file.
      resolveDependencies: () => [],
    },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        chunkFileNames: chunkFile,
        codeSplitting: { groups: [{ name: chunkName, debugName: 'pages', includeDependenciesRecursively: false }] },
      },
    },
  },
  experimental: {
    // The page is served at any path, and the server writes PUBLIC_URL's into it (docs/adr/0059).
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
