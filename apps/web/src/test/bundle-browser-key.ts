import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

const source = join(import.meta.dirname, '../lib/files/browser-key.ts')

/**
 * Bundles a page with only `browser-key.ts`, like the web build: path → content. The page exposes `openBrowserKey` to
 * tests.
 */
export async function bundleBrowserKey(): Promise<Map<string, string | Uint8Array>> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'foja-browser-key-')))
  try {
    writeFileSync(join(root, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>')
    writeFileSync(
      join(root, 'main.js'),
      `import { openBrowserKey } from ${JSON.stringify(source)}\nglobalThis.openBrowserKey = openBrowserKey\n`,
    )
    const result = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        target: 'baseline-widely-available',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
      },
    })
    const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
    return new Map(
      outputs.flatMap(({ output }) =>
        output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source] as const),
      ),
    )
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
