import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** CSP source expressions (`'sha256-…'`) of a page's classic inline scripts. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return Array.from(scripts, ([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`)
}

/** Writes `dist/csp.json`: `{ "scriptSrc": ["'sha256-…'"] }`, which the server adds to its Content-Security-Policy. */
export function cspHashes(): Plugin {
  return {
    name: 'foja:csp-hashes',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const pages = Object.values(bundle).filter((file) => file.fileName.endsWith('.html'))
      if (pages.length === 0) this.error('no page is in the bundle: its inline scripts cannot be hashed')
      const hashes = pages.flatMap((page) => (page.type === 'asset' ? inlineScriptHashes(String(page.source)) : []))
      const scriptSrc = [...new Set(hashes)]
      this.emitFile({ type: 'asset', fileName: 'csp.json', source: `${JSON.stringify({ scriptSrc })}\n` })
    },
  }
}
