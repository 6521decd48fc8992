import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Attributes = Record<string, string>
type IconData = { size?: number; node: [tag: string, attributes: Attributes][] }

const drawer = join(import.meta.dirname, '../src/ui/lean-icon.ts')

/** The source of an icon module: paths as their `d` only, without keys and names. */
export function leanIconModule({ node }: IconData): string {
  const shapes = node.map(([tag, { key: _key, ...attributes }]) => {
    const { d, ...others } = attributes
    return tag === 'path' && d !== undefined && Object.keys(others).length === 0 ? d : [tag, attributes]
  })
  return [
    `import { leanIcon } from ${JSON.stringify(drawer)}`,
    `export default /* @__PURE__ */ leanIcon(${shapes.map((shape) => JSON.stringify(shape)).join(', ')})`,
  ].join('\n')
}

const library = createRequire(import.meta.url).resolve('lucide-react/dist/esm/lucide-react.mjs')

/** The path of each icon's module in the library, by all of its names. */
function iconFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(library, 'utf8').matchAll(
    /export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g,
  )) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  }
  return files
}

/**
 * Imports each icon from its own module instead of the library's list of all icons, so that the bundler knows which
 * pages use it.
 */
export function importIcons(code: string, files: ReadonlyMap<string, string>): string {
  return code.replace(/import \{([^}]*)\} from ["']lucide-react["'];?/g, (_statement, names: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => {
        const [icon = '', own = icon] = name.split(/\s+as\s+/)
        const file = files.get(icon)
        if (file === undefined) throw new Error(`lucide-react has no icon ${icon}`)
        return `import ${own} from 'lucide-react/dist/esm/${file}'`
      })
      .join('; '),
  )
}

/** Replaces the icons of lucide-react in the build by `leanIcon`: a third of the bytes. */
export function leanIcons(): Plugin {
  const files = iconFiles()
  return {
    name: 'foja:lean-icons',
    apply: 'build',
    load: {
      filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/ },
      async handler(id) {
        const { __iconData } = (await import(pathToFileURL(id).href)) as { __iconData?: IconData }
        // Former names of an icon only re-export its module.
        if (__iconData === undefined) return null
        if (__iconData.size !== undefined && __iconData.size !== 24) this.error(`${id} is not drawn on 24 × 24`)
        return { code: leanIconModule(__iconData), map: null }
      },
    },
    transform: {
      filter: { id: /[\\/]src[\\/].*\.tsx?$/, code: /lucide-react/ },
      handler: (code) => ({ code: importIcons(code, files), map: null }),
    },
  }
}
