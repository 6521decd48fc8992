import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Attributes = Record<string, string>
type IconData = { size?: number; node: [tag: string, attributes: Attributes][] }

const drawer = fileURLToPath(new URL('../src/ui/lean-icon.ts', import.meta.url))

/** The source of a module that draws an icon: a path as its `d` alone, without the keys and names that nobody reads. */
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

/** Draws the icons of lucide-react in the build with `leanIcon`: a third of the bytes. */
export function leanIcons(): Plugin {
  return {
    name: 'foja:lean-icons',
    apply: 'build',
    load: {
      filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/ },
      async handler(id) {
        const { __iconData } = (await import(pathToFileURL(id).href)) as { __iconData?: IconData }
        // Former names of an icon only lead to its module.
        if (__iconData === undefined) return null
        if (__iconData.size !== undefined && __iconData.size !== 24) this.error(`${id} is not drawn on 24 × 24`)
        return { code: leanIconModule(__iconData), map: null }
      },
    },
  }
}
