// A copy of the tracked files in a temporary folder, where mutants are written; installed packages are linked.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../run.ts'

export type Workspace = {
  folder: string
  read: (file: string) => string
  write: (file: string, text: string) => void
  remove: () => void
}

/** Own packages are links to folders of the workspace: these must lead into the copy. */
const ownPackages = '@foja'

function linkModules(folder: string): void {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(to, ownPackages), { recursive: true })
  for (const name of readdirSync(from)) if (name !== ownPackages) symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, ownPackages))) {
    const place = ['packages', 'apps'].find((place) => existsSync(join(root, place, name)))
    if (place !== undefined) symlinkSync(join(folder, place, name), join(to, ownPackages, name))
  }
  for (const place of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, place))) {
      const own = join(root, place, name, 'node_modules')
      if (existsSync(own)) symlinkSync(own, join(folder, place, name, 'node_modules'))
    }
  }
}

/** Creates the copy. The caller removes it. */
export function createWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'foja-mutate-'))
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  linkModules(folder)
  return {
    folder,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
