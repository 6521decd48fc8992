// The pages that people read: the guide equals the texts of the help, links and pictures lead somewhere, pages in two
// languages have the same content, and every setting has its row.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environment } from '../../apps/server/src/config-environment.ts'
import { root } from '../run.ts'
import { anchorOf, guidePages } from './guide-pages.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const inFolder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
const pages = [...readdirSync(root), ...inFolder('docs'), ...inFolder('packages').filter(notInstalled)].filter((path) =>
  path.endsWith('.md'),
)

/** Neither installed nor built (`npm run pack:client`). */
function notInstalled(path: string): boolean {
  return !path.includes('node_modules') && !path.includes('/dist/')
}

/** A page without what is not prose: blocks and spans of code. */
const proseOf = (page: string) =>
  read(page)
    .replace(/```[^]*?```/g, '')
    .replace(/`[^`\n]*`/g, '')

/** Links and pictures of a page to this repository. */
const linksOf = (page: string): string[] => {
  const prose = proseOf(page)
  const inline = Array.from(prose.matchAll(/\]\(([^()\s]+(?:\([^()\s]*\))?)\)/g), ([, link]) => link!)
  const tags = Array.from(prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g), ([, link]) => link!)
  return [...inline, ...tags].filter((link) => !/^(?:https?|mailto):/.test(link))
}

const anchorsOf = (page: string): Set<string> => {
  const seen = new Map<string, number>()
  const headings = read(page)
    .replace(/```[^]*?```/g, '')
    .matchAll(/^#{1,6} (.+)$/gm)
  return new Set(
    Array.from(headings, ([, heading]) => {
      const anchor = anchorOf(heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
      const before = seen.get(anchor) ?? 0
      seen.set(anchor, before + 1)
      return before === 0 ? anchor : `${anchor}-${before}`
    }),
  )
}

/** Why the link leads nowhere; empty if it leads somewhere. */
function faultOf(page: string, link: string): string[] {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : relative(root, join(root, dirname(page), decodeURIComponent(path)))
  if (target.startsWith('..') || !existsSync(join(root, target))) return [`${page}: ${link}`]
  if (anchor === undefined || !target.endsWith('.md')) return []
  return anchorsOf(target).has(decodeURIComponent(anchor)) ? [] : [`${page}: ${link}`]
}

describe('the guide (docs/guia)', () => {
  it('equals the texts of the help: run `npm run guide` after changing them', () => {
    const written = inFolder('docs/guia').filter((path) => path.endsWith('.md'))
    const wanted = guidePages()
    expect(written.toSorted()).toEqual([...wanted.keys()].toSorted())
    for (const [path, text] of wanted) expect(read(path), path).toBe(text)
  })
})

describe('links', () => {
  it('of every page lead to a file and a heading that exist', () => {
    expect(pages.length).toBeGreaterThan(60)
    const links = pages.flatMap((page) => linksOf(page).map((link) => [page, link] as const))
    expect(links.length).toBeGreaterThan(300)
    expect(links.flatMap(([page, link]) => faultOf(page, link))).toEqual([])
  })

  it('to a file or heading that does not exist are found', () => {
    expect(faultOf('README.md', 'docs/nothing.md')).not.toEqual([])
    expect(faultOf('README.md', 'docs/security.md#nothing')).not.toEqual([])
    expect(faultOf('README.md', 'docs/security.md#threats')).toEqual([])
  })
})

/** Code without what people read: comments, texts of HTML, its language and strings of several words. */
const wordless = (code: string) =>
  code
    .replace(/^\s*(?:#|\/\/) .*$/gm, '…')
    .replace(/'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g, (text) => (text.includes(' ') ? '…' : text))
    .replace(/>[^<>\n]+</g, '>…<')
    .replace(/ lang="\w+"/, '')

/** What a page has in every language: the kind of each line, with its names in code, and the blocks of code. */
function shapeOf(text: string): string[] {
  const [prose, code] = [text.replace(/```[^]*?```/g, '```'), text.match(/```[^]*?```/g) ?? []]
  const lines = prose.split('\n').map((line) => {
    const kind =
      /^(?:#+ |- |\d+\. )/.exec(line)?.[0] ?? (line.startsWith('|') ? '|'.repeat(line.split('|').length) : '')
    return `${line === '' ? 'empty' : kind} ${(line.match(/`[^`]+`/g) ?? []).toSorted().join(' ')}`
  })
  return [...lines, ...code.map(wordless)]
}

describe('pages in Spanish and English', () => {
  const spanish = ['README.md', 'docs/programas.md', 'docs/webhooks.md', 'docs/incrustar.md']
  const english = spanish.map((page) => page.replace('.md', '.en.md'))
  const targetsOf = (page: string) => linksOf(page).map((link) => relative(root, join(root, dirname(page), link)))

  it.each(spanish.map((page, at) => [page, english[at]!]))('%s and %s have the same lines and code', (one, other) => {
    expect(shapeOf(read(other))).toEqual(shapeOf(read(one)))
  })

  it('link to each other, and otherwise to pages of their language', () => {
    for (const [at, page] of spanish.entries()) {
      expect(targetsOf(page).filter((target) => english.includes(target))).toEqual([english[at]])
      expect(targetsOf(english[at]!).filter((target) => spanish.includes(target))).toEqual([page])
    }
  })

  it('with a step, a name or a line of code in one language only are found', () => {
    const page = "# Una\n\n1. Abre `foja`.\n\n```ts\n// Espera.\nawait pause('60')\n```\n"
    expect(shapeOf(page.replace('Abre', 'Open').replace('Espera', 'Wait a minute'))).toEqual(shapeOf(page))
    for (const [from, to] of [
      ['1. ', ''],
      ['`foja`', '`node`'],
      ["'60'", "'90'"],
      ['# Una\n', ''],
    ] as const)
      expect(shapeOf(page.replace(from, to))).not.toEqual(shapeOf(page))
  })
})

describe('pictures of the pages', () => {
  it('are at most 3 MB together', () => {
    const folders = ['docs', 'apps/web/src/features/help/pictures'].flatMap(inFolder)
    const bytes = folders.filter((path) => path.endsWith('.webp')).map((path) => readFileSync(join(root, path)).length)
    expect(bytes.length).toBeGreaterThan(100)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3_000_000)
  })
})

describe('the administrator’s guide (docs/administracion)', () => {
  it('has a row for every setting', () => {
    const rows = inFolder('docs/administracion')
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => read(path).split('\n'))
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|')[1]!)
    const documented = new Set(
      rows.flatMap((cell) => Array.from(cell.matchAll(/`([A-Z0-9_]+)`/g), ([, name]) => name!)),
    )
    expect(Object.keys(environment).filter((name) => !documented.has(name))).toEqual([])
    expect([...documented].filter((name) => !(name in environment))).toEqual([])
  })
})
