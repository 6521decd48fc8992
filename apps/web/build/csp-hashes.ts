import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** The CSP source expressions (`'sha256-…'`) of the classic inline scripts of a page. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return Array.from(scripts, ([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`)
}

/** Writes `dist/csp.json`: `{ "scriptSrc": ["'sha256-…'"] }`, which the server joins to its Content-Security-Policy. */
export function cspHashes(): Plugin {
  return {
    name: 'foja:csp-hashes',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') this.error('index.html is not in the bundle: its inline scripts cannot be hashed')
      const scriptSrc = inlineScriptHashes(String(page.source))
      this.emitFile({ type: 'asset', fileName: 'csp.json', source: `${JSON.stringify({ scriptSrc })}\n` })
    },
  }
}
