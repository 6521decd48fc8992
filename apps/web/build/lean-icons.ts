import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Attributes = Record<string, string>
export type IconData = { size?: number; node: [tag: string, attributes: Attributes][] }

const drawer = join(import.meta.dirname, '../src/ui/lean-icon.ts')

/** The arguments of `leanIcon`: paths as their `d` only, without keys and names. */
function shapesOf({ node }: IconData): string {
  const shapes = node.map(([tag, { key: _key, ...attributes }]) => {
    const { d, ...others } = attributes
    return tag === 'path' && d !== undefined && Object.keys(others).length === 0 ? d : [tag, attributes]
  })
  return shapes.map((shape) => JSON.stringify(shape)).join(', ')
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

const statement = /import \{([^}]*)\} from ["']lucide-react["'];?/

/**
 * Draws each icon in the module that uses it. An icon is about 100 bytes: less than what one more chunk costs, and a
 * chunk of all icons would load those of other pages.
 */
export async function drawIcons(code: string, load: (icon: string) => Promise<IconData>): Promise<string> {
  const [whole, names] = statement.exec(code) ?? []
  if (whole === undefined || names === undefined) return code
  const wanted = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const drawn = await Promise.all(
    wanted.map(async (name) => {
      const [icon = '', own = icon] = name.split(/\s+as\s+/)
      return `const ${own} = /* @__PURE__ */ leanIcon(${shapesOf(await load(icon))});`
    }),
  )
  return code.replace(whole, () => [`import { leanIcon } from ${JSON.stringify(drawer)};`, ...drawn].join(' '))
}

/** Replaces the icons of lucide-react in the build by `leanIcon`: a third of the bytes. */
export function leanIcons(): Plugin {
  const files = iconFiles()
  const load = async (icon: string): Promise<IconData> => {
    const file = files.get(icon)
    if (file === undefined) throw new Error(`lucide-react has no icon ${icon}`)
    const address = pathToFileURL(join(dirname(library), file)).href
    const { __iconData } = (await import(address)) as { __iconData: IconData }
    if (__iconData.size !== undefined && __iconData.size !== 24) throw new Error(`${icon} is not drawn on 24 × 24`)
    return __iconData
  }
  return {
    name: 'foja:lean-icons',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]src[\\/].*\.tsx?$/, code: /lucide-react/ },
      handler: async (code) => ({ code: await drawIcons(code, load), map: null }),
    },
  }
}
