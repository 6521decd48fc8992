// Conventions that a linter cannot express, checked over the whole repository.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@foja/contracts/endpoints'
import { policies } from '@foja/contracts/policies'
import { roles } from '@foja/contracts/roles'
import { appearances, levels } from '@foja/contracts/constants'
import { mediationStatuses, solicitudStatuses } from '@foja/contracts/states'
import { describe, expect, it } from 'vitest'
import { nodeEnvironment, nodeOptions } from '../apps/server/test/node-settings.ts'
import { isSubjectTooLong } from './commit-subject.ts'
import { root } from './run.ts'

/** Installed or generated folders. */
const foreign = new Set(['node_modules', 'dist', '.git', 'data', '.cache', 'coverage'])

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return foreign.has(entry.name) ? [] : walk(path)
    return [path]
  })
}

const files = walk('')
const sources = files.filter((file) => /\.tsx?$/.test(file))
const product = sources.filter(
  (file) => /^(apps|packages)\//.test(file) && !/\.test\.tsx?$|\/test\/|^packages\/testing\//.test(file),
)
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('the repository', () => {
  it('reads the environment in one place of each program', () => {
    const readers = product.filter((file) => /process\.env\b/.test(read(file)))
    expect(readers).toEqual(['apps/server/src/main.ts', 'packages/cli/src/main.ts'])
  })

  it('starts the server with the same Node settings everywhere', () => {
    const options = nodeOptions.join(' ')
    const environment = Object.entries(nodeEnvironment).map(([name, value]) => `${name}=${value}`)
    expect(JSON.parse(read('package.json'))).toMatchObject({
      scripts: { start: [...environment, 'node', options, 'apps/server/src/main.ts'].join(' ') },
    })
    expect(read('deploy/Dockerfile')).toContain(`\nENV ${environment.join(' ')}\n`)
    expect(read('deploy/Dockerfile')).toContain(
      `CMD ${JSON.stringify(['node', ...nodeOptions, 'apps/server/src/main.ts']).replaceAll(',', ', ')}`,
    )
    expect(read('deploy/systemd/foja.service')).toContain(`/bin/node ${options} apps/server/src/main.ts\n`)
    expect(read('deploy/systemd/foja.service')).toContain(`\nEnvironment=${environment.join(' ')}\n`)
  })

  it('lets the engine write no file, log nothing and read only its fonts', () => {
    // keys and passphrases cannot end up where the engine never writes
    const engine = product.filter(
      (file) => /^packages\/(?:pades|pdf-core)\/src\//.test(file) && !file.includes('/testing/'),
    )
    const outlets = /from 'node:(?:fs|fs\/promises|os|child_process|tty|diagnostics_channel)'|\bconsole\.|\bprocess\./
    expect(engine.filter((file) => outlets.test(read(file)))).toEqual(['packages/pades/src/appearance/font.ts'])
    expect(read('packages/pades/src/appearance/font.ts')).toContain("import { readFileSync } from 'node:fs'")
  })

  it('imports no library that breaks signed files (docs/adr/0004)', () => {
    const unfit = ['node-forge', 'pdf-lib', 'pkijs', '@signpdf/', 'zgapdfsigner', 'pdf-rfc3161', 'pdf-signature-reader']
    const imports = new RegExp(`from '(?:${unfit.join('|')})`)
    expect(product.filter((file) => imports.test(read(file)))).toEqual([])
    const scripts = files.filter(
      (file) => /(?:package\.json|\.mjs|\.ts)$/.test(file) && file !== 'tools/conventions.test.ts',
    )
    expect(scripts.filter((file) => read(file).includes('--openssl-legacy-provider'))).toEqual([])
  })

  it('derives from the server keys only what rotate-keys handles', () => {
    // First what modules/setup/maintenance/rotate-keys.ts reseals, rederives or discards; then what renews itself.
    const sealed = [
      'signer-wrap',
      'second factors',
      'tsa-password',
      'office seals',
      'mail-password',
      'webhook secrets',
      'file keys',
      'history seals',
    ]
    const known = [...sealed, 'share links', 'share requests', 'recipient links', 'one-time links', 'recovery codes']
    const passing = [
      'csrf',
      'devices',
      'oidc',
      'page cache',
      'passkey challenges',
      'recipient codes',
      'recipient passes',
      'signed-link',
    ]
    const server = product.filter((file) => file.startsWith('apps/server/src/'))
    const derived = server.flatMap((file) =>
      Array.from(read(file).matchAll(/\.derive\((?:'(?<text>[^']+)'|(?<name>\w+))\)/g), ({ groups }) =>
        groups!['name'] === 'signerKeyPurpose' ? 'signer-wrap' : (groups!['text'] ?? `${groups!['name']} in ${file}`),
      ),
    )
    expect([...new Set(derived)].toSorted()).toEqual([...known, ...passing].toSorted())
  })

  it('evaluates no text as code or HTML, and starts no program', () => {
    const outlets =
      /\beval\(|\bnew Function\(|from 'node:(?:child_process|vm|repl)'|\b(?:inner|outer)HTML\s*=[^=]|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write/
    const running = product.filter((file) => !file.includes('/testing/'))
    expect(running.filter((file) => outlets.test(read(file)))).toEqual([])
    // The web is served without source maps.
    expect(read('apps/web/vite.config.ts')).not.toContain('sourcemap')
  })

  it('appends to the history in one place, and never changes it', () => {
    // A trigger refuses it too; this fails earlier.
    const writes =
      /(?:insertInto|updateTable|deleteFrom|mergeInto)\('event(?:_chain)?(?: as \w+)?'\)|\b(?:insert into|update|delete from|truncate|merge into)\s+"?event(?:_chain)?"?\b/i
    const writers = product.filter((file) => !file.includes('/migrations/') && writes.test(read(file)))
    // The second replaces names and appends which events it changed; the third writes seals only.
    const [events, redact, seals] = ['events', 'redact-events', 'seal-history'].map(
      (name) => `packages/db/src/${name}.ts`,
    )
    expect(writers).toEqual([events, redact, seals])
    expect(read(redact!)).not.toMatch(/deleteFrom|insertInto|\b(?:seq|hash|prev_hash):/)
    expect(read('packages/db/src/seal-history.ts')).not.toMatch(/'event'|\b(?:seq|hash) =/)
    expect(read('packages/db/src/events.ts')).not.toMatch(/(?:updateTable|deleteFrom)\('event'\)/)
    const switches = product.filter((file) => /disable trigger (?:event|all)/i.test(read(file)))
    expect(switches).toEqual([])
  })

  it('names files in kebab-case, in ASCII', () => {
    const odd = sources.filter((file) => !/^[a-z0-9./$_-]+$/.test(file))
    expect(odd).toEqual([])
  })

  it('has default exports only in configurations and English texts, which load lazily', () => {
    const exempt = /\.config\.ts$|\/texts\/[^/]+\.en\.ts$/
    const exporters = product.filter((file) => /^export default /m.test(read(file)) && !exempt.test(file))
    expect(exporters).toEqual([])
  })

  it('has no open to-do notes', () => {
    const words = new RegExp(['\\bTO', 'DO\\b|\\bFIX', 'ME\\b|\\bX', 'XX\\b'].join(''))
    expect(sources.filter((file) => words.test(read(file)))).toEqual([])
  })

  it('skips and singles out no test', () => {
    const tests = sources.filter((file) => /\.test\.tsx?$/.test(file) && file !== 'tools/conventions.test.ts')
    expect(tests.filter((file) => /\b(?:it|test|describe)\.(?:only|skip|todo)\b/.test(read(file)))).toEqual([])
  })

  it('pins every version exactly', () => {
    const loose = files
      .filter((file) => file.endsWith('package.json'))
      .flatMap((file) => {
        const content = JSON.parse(read(file)) as Record<string, Record<string, string>>
        return Object.entries({ ...content['dependencies'], ...content['devDependencies'] })
          .filter(([, version]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          .map(([name, version]) => `${file}: ${name}@${version}`)
      })
    expect(loose).toEqual([])
  })

  it('installs every package from the npm registry with its digest', () => {
    const lock = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }>
    }
    const packages = Object.entries(lock.packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && link !== true,
    )
    expect(packages.length).toBeGreaterThan(500)
    // Any other address (git, a file, another registry) is refused. Without one npm asks its own registry.
    const isOdd = ({ resolved = 'https://registry.npmjs.org/', integrity = '' }) =>
      !resolved.startsWith('https://registry.npmjs.org/') || !integrity.startsWith('sha512-')
    const odd = packages.filter(([, each]) => isOdd(each))
    expect(odd.map(([path]) => path)).toEqual([])
  })

  it('has a glossary row for every status, role and main call', () => {
    const glossary = read('GLOSSARY.md')
    const words = [
      ...solicitudStatuses,
      ...roles,
      'custom_pdf_signing',
      'upload_signer',
      'pdf_path',
      'status_mediacion',
      ...levels,
      ...appearances,
      'timestamps',
      'id_preparacion',
      'prepare_signing',
      'extend_signatures',
      'preflight_signing',
      'signing_settings',
      'verify_code',
      'evidence_report',
      'trust_anchor',
      'signature_image',
    ]
    expect(words.filter((word) => !glossary.includes(word))).toEqual([])
    expect(mediationStatuses.length).toBeGreaterThan(0)
  })

  it('uses every policy in a call or a guard', () => {
    const guarded = product.map(read).join('\n')
    const unused = Object.keys(policies).filter(
      (policy) => !endpoints.some((endpoint) => endpoint.policy === policy) && !guarded.includes(`'${policy}'`),
    )
    expect(unused).toEqual([])
  })

  it('numbers the decisions consecutively', () => {
    const numbers = files.filter((file) => file.startsWith('docs/adr/')).map((file) => Number(file.slice(9, 13)))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  })

  it('names only existing files in the security tables', () => {
    const endings = ['', '.test.ts', '.test.tsx']
    const places = (name: string) =>
      ['', 'apps/server/src/'].flatMap((at) => endings.map((ending) => at + name + ending))
    const known = new Set(files)
    const isFolder = (name: string) => files.some((file) => file.startsWith(`${name}/`))
    for (const page of ['docs/asvs.md', 'docs/inventory.md']) {
      const names = [...read(page).matchAll(/`(\w[\w-]*(?:\/[\w.-]+)+)`/g)].map(([, name = '']) => name)
      expect(names.length).toBeGreaterThan(10)
      const missing = names.filter((name) => !places(name).some((place) => known.has(place)) && !isFolder(name))
      expect(missing, page).toEqual([])
    }
  })

  it('keeps cells of the security tables within 60 words', () => {
    const cells = ['docs/security.md', 'docs/asvs.md', 'docs/inventory.md']
      .flatMap((file) => read(file).split('\n'))
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => line.split('|'))
    expect(cells.length).toBeGreaterThan(500)
    expect(cells.filter((cell) => cell.trim().split(/\s+/).length > 60)).toEqual([])
  })

  it('keeps the map within 150 lines, with every decision listed', () => {
    const map = read('ARCHITECTURE.md')
    expect(map.split('\n').length).toBeLessThanOrEqual(150)
    expect(files.filter((file) => file.startsWith('docs/adr/') && !map.includes(`(${file})`))).toEqual([])
  })
})

describe('the wording (CONTRIBUTING.md)', () => {
  const avoided = new RegExp(
    ['\\b(?:who', 'ever|ane', 'w|some', 'body|no', 'body|(?:is|are) to', 'ld)\\b'].join(''),
    'i',
  )

  /** The lines of a file with an avoided word, as `file:line`. */
  function findAvoided(file: string, content: string): string[] {
    return content
      .split('\n')
      .flatMap((line, index) => (avoided.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))
  }

  it('avoids literary words in code, comments, docs and sentences for users', () => {
    const written = files.filter((file) => /\.(?:[cm]?[jt]sx?|md|css|html|ya?ml)$/.test(file))
    expect(written.flatMap((file) => findAvoided(file, read(file)))).toEqual([])
  })

  it('finds an avoided word, also in a sentence for users', () => {
    const word = ['some', 'body'].join('')
    const line = `  en: '${word} signed.',`
    const file = 'apps/server/src/texts/problem-texts.ts'
    expect(findAvoided(file, `\n${line}`)).toEqual([`${file}:2: ${line.trim()}`])
  })

  it('replaces loaded data by no error: screens with LoadFailed read isLoadingError, not isError', () => {
    const screens = product.filter((file) => file.startsWith('apps/web/src/') && read(file).includes('<LoadFailed'))
    expect(screens.length).toBeGreaterThan(25)
    expect(screens.filter((file) => /\bisError\b/.test(read(file)))).toEqual([])
  })

  it('keeps commit subjects at 72 characters', ({ skip }) => {
    // Later commits follow this rule. A shallow checkout may not contain this one.
    const since = '10f4b547'
    const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', `${since}..HEAD`], {
      cwd: root,
      encoding: 'utf8',
    })
    skip(status !== 0, 'no git history')
    expect(stdout.split('\n').filter(isSubjectTooLong)).toEqual([])
    expect([72, 73].map((length) => isSubjectTooLong('x'.repeat(length)))).toEqual([false, true])
  })
})
