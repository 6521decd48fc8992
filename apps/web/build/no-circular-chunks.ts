import type { Plugin } from 'vite'

/** The first import cycle, in order and closed (`a, b, a`); undefined if there is none. */
export function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    const at = path.indexOf(file)
    if (at >= 0) return [...path.slice(at), file]
    if (done.has(file)) return undefined
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...path, file])
      if (circle !== undefined) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const circle = visit(file, [])
    if (circle !== undefined) return circle
  }
  return undefined
}

/**
 * Fails a build with an import cycle between files: one of them would run before its dependencies, and the page would
 * crash with `… is not a function` where no source test can find it.
 */
export function noCircularChunks(): Plugin {
  return {
    name: 'foja:no-circular-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const circle = findCircle(new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports])))
      if (circle !== undefined) this.error(`chunks import each other in a circle: ${circle.join(' -> ')}`)
    },
  }
}
