import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { cspHashes } from './build/csp-hashes.ts'
import { leanIcons } from './build/lean-icons.ts'
import { modernCss } from './build/modern-css.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { stylePage } from './build/style-page.ts'
import { strictStyles } from './build/strict-styles.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Few files rather than sixty: what every visit needs, what every page of somebody signed in needs, and the reader. Each
 * group takes along whatever its modules import, unless a group above it has it already.
 */
const chunkGroups = [
  // Changes seldom: it stays in the browser's cache from one release to the next.
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/,
    priority: 4,
  },
  { name: 'core', test: /src[\\/](main\.tsx|app[\\/]routes[\\/]sign-in-route\.tsx)$/, priority: 3 },
  {
    name: 'workspace',
    test: /src[\\/]app[\\/](app-page|queries|routes[\\/](list|home|case)-route)\.tsx$/,
    priority: 2,
  },
  { name: 'reader', test: /src[\\/]app[\\/]routes[\\/]document-route\.tsx$/, priority: 1 },
]

export default defineConfig({
  root: at('.'),
  plugins: [
    tailwindcss(),
    react(),
    strictStyles(),
    leanIcons(),
    modernCss(),
    preloadFont('inter-latin-wght-normal'),
    stylePage(),
    cspHashes(),
    precompress({ from: 1024 }),
  ],
  resolve: {
    alias: {
      // The original puts its rules in a <style> element, which the content policy refuses.
      'react-style-singleton': at('./src/ui/theme/style-singleton.ts'),
      // The original brings along what React has itself since version 18.
      'use-sync-external-store/shim/with-selector': at('./src/lib/sync-external-store.ts'),
    },
  },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
