import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'

/** The fields of CycloneDX 1.5 that npm writes and we rely on. */
type Component = {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl: string
  hashes?: { alg: string; content: string }[]
  licenses?: unknown[]
}
export type Sbom = {
  bomFormat: string
  specVersion: string
  serialNumber: string
  metadata: { timestamp: string; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

type Manifest = { name: string; version: string; dependencies?: Record<string, string> }

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

/** Windows starts `npm.cmd` in a shell only: npm's own script is started with this Node where npm names it. */
export function npmCommand(script: string | undefined): { file: string; before: string[]; shell: boolean } {
  return script !== undefined && /\.c?js$/.test(script)
    ? { file: process.execPath, before: [script], shell: false }
    : { file: 'npm', before: [], shell: process.platform === 'win32' }
}

function runNpm(): Sbom {
  const { file, before, shell } = npmCommand(process.env['npm_execpath'])
  const args = [...before, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell } as const
  const { status, stdout, stderr, error } = spawnSync(file, args, options)
  if (status !== 0) throw new Error(`npm sbom ended with ${status}: ${stderr}`, { cause: error })
  return JSON.parse(stdout) as Sbom
}

/** The manifests of our packages by reference. */
function ownManifests(): Map<string, Manifest> {
  const folders = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((folder) => `${parent}/${folder}`),
  )
  return new Map(folders.map(readManifest).map((manifest) => [`${manifest.name}@${manifest.version}`, manifest]))
}

/** Name of a reference such as `@scope/name@1.2.3`. */
const nameOf = (ref: string) => ref.slice(0, ref.lastIndexOf('@'))

/**
 * Runs `npm sbom` on the lock file, and keeps what server and web reach by their runtime dependencies. `--omit dev` of
 * npm leaves out every package that is a development dependency anywhere, even if the server uses it too.
 */
export function createSbom(): Sbom {
  const sbom = runNpm()
  const own = ownManifests()
  const edges = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const used = new Map<string, string[]>()
  const { name, version, dependencies: ofRoot = {} } = readManifest('.')
  const isStart = (ref: string) => ['@foja/server', '@foja/web', ...Object.keys(ofRoot)].includes(nameOf(ref))
  const start = sbom.components.map((one) => one['bom-ref']).filter(isStart)
  const pending = [...start]
  for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
    if (used.has(ref)) continue
    const manifest = own.get(ref)
    const all = edges.get(ref) ?? []
    const next = manifest === undefined ? all : all.filter((one) => nameOf(one) in (manifest.dependencies ?? {}))
    used.set(ref, next)
    pending.push(...next)
  }
  const { component } = sbom.metadata
  return {
    ...sbom,
    metadata: { ...sbom.metadata, component: { ...component, name, version } },
    components: sbom.components.filter((one) => used.has(one['bom-ref'])),
    dependencies: [
      { ref: component['bom-ref'], dependsOn: start },
      ...Array.from(used, ([ref, dependsOn]) => ({ ref, dependsOn })),
    ],
  }
}
