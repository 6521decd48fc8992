import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { cspHashes } from './build/csp-hashes.ts'
import { modernCss } from './build/modern-css.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { stylePage } from './build/style-page.ts'
import { strictStyles } from './build/strict-styles.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('.'),
  plugins: [
    tailwindcss(),
    react(),
    strictStyles(),
    modernCss(),
    preloadFont('inter-latin-wght-normal'),
    stylePage(),
    cspHashes(),
    precompress({ from: 1024 }),
  ],
  resolve: {
    // The original puts its rules in a <style> element, which the content policy refuses.
    alias: { 'react-style-singleton': at('./src/ui/theme/style-singleton.ts') },
  },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // React changes seldom: a chunk of its own stays in the browser's cache from one release to the next.
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
