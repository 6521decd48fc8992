import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Kilobytes (1,000 bytes) of gzip: all JavaScript that a first visit to a page loads by itself in its first three
 * seconds; e2e/page-loads measures it. The default is 180. The signing of files has more,
 * as all of it is on the screen at once: see ADR 31.
 */
const goals: Record<string, number> = {
  'sign-in': 130,
  shared: 165,
  recipient: 165,
  'template-editor': 230,
  'sign?ids': 183,
}

export const goalOf = (page: string): number => goals[page] ?? 180

const largest = { chunk: 115, css: 12 }

/** Kilobytes of some files, each compressed. */
export const kilobytes = (files: readonly Uint8Array[]): number =>
  Math.round(files.reduce((sum, file) => sum + gzipSync(file).length, 0) / 10) / 100

type Row = { name: string; kB: number; goal: number }

/** The largest chunk of a build, and the CSS that its pages share. */
export function weigh(dist: string): Row[] {
  const folder = join(dist, 'assets')
  const files = readdirSync(folder)
  const read = (file: string) => readFileSync(join(folder, file))
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const scripts = files.filter((file) => file.endsWith('.js')).map((file) => kilobytes([read(file)]))
  const css = files.filter((file) => file.endsWith('.css') && html.includes(file))
  return [
    { name: 'largest chunk', kB: Math.max(...scripts), goal: largest.chunk },
    { name: 'css', kB: kilobytes(css.map(read)), goal: largest.css },
  ]
}
