import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../run.ts'
import { createSbom, npmCommand } from './create-sbom.ts'

it('the bill of materials lists every package that runs, with version and digest, and none of the tools', () => {
  const { bomFormat, specVersion, serialNumber, metadata, components, dependencies } = createSbom()
  expect({ bomFormat, specVersion }).toEqual({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  expect(serialNumber).toMatch(/^urn:uuid:[\da-f-]{36}$/)
  expect(metadata.component.name).toBe('foja')
  const manifests = ['apps/server', 'apps/web', 'packages/pdf', 'packages/db', 'packages/contracts'].map(
    (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { dependencies: object },
  )
  const wanted = manifests.flatMap(({ dependencies: own }) =>
    Object.entries(own as Record<string, string>)
      .filter(([name]) => !name.startsWith('@foja/'))
      .map(([name, version]) => `${name}@${version}`),
  )
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  expect(wanted.filter((one) => !listed.has(one))).toEqual([])
  expect(components.filter(({ name }) => ['vitest', 'typescript', 'oxlint', 'playwright-core'].includes(name))).toEqual(
    [],
  )
  const foreign = components.filter(({ purl }) => !purl.includes('%40foja/'))
  const incomplete = foreign.filter(({ purl, hashes }) => !/^pkg:npm\/.+@.+/.test(purl) || (hashes?.length ?? 0) === 0)
  expect(incomplete.map(({ name }) => name)).toEqual([])
  const references = new Set([metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  expect(
    dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !references.has(ref)),
  ).toEqual([])
})

it("npm's script is started with this Node, and the command `npm` where npm does not name it", () => {
  const started = { file: process.execPath, before: ['/npm/bin/npm-cli.js'], shell: false }
  expect(npmCommand('/npm/bin/npm-cli.js')).toEqual(started)
  for (const unknown of [undefined, 'C:\\pnpm\\pnpm.exe']) {
    expect(npmCommand(unknown)).toEqual({ file: 'npm', before: [], shell: process.platform === 'win32' })
  }
})
