// Runs before `npm start`, `npm test` and `npm run dev`, on the machine's own Node: plain JavaScript, no imports from
// node_modules. Installs the dependencies when they are missing or older than the lockfile (for `start` only what serving
// and building the web need, without types, source maps and Node's headers), checks that Node 24 is present (it comes as the npm package `node`), and builds the web
// when a source is newer than the last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const purpose = process.argv[2] ?? 'start'

function stop(line) {
  console.error(line)
  process.exit(1)
}

function run(command, args, cwd = root) {
  return spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: process.env }).status ?? 1
}

/** Hash of the names and contents of files; folders are walked in name order. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort())
        if (name !== 'node_modules' && name !== 'dist') visit(join(path, name))
    } else {
      hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0')
    }
  }
  for (const path of paths) visit(path)
  return hash.digest('hex')
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    stop(`Foja necesita Node 20.19 o posterior y este es ${process.versions.node}: instala uno nuevo desde nodejs.org.`)
  }
}

function install() {
  const stamp = join(root, 'node_modules', '.foja-lock')
  const lock = fingerprint([join(root, 'package-lock.json')])
  const [installed, extent] = readText(stamp).split(' ')
  if (installed === lock && (extent === 'all' || purpose === 'start')) return
  console.log('Instalando lo que falta (la primera vez tarda un par de minutos)…')
  const npm = process.env.npm_execpath
  const lean = purpose === 'start' && extent !== 'all'
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(lean ? ['--omit=dev'] : [])]
  const status = npm && /\.c?js$/.test(npm) ? run(process.execPath, [npm, ...args]) : run('npm', args)
  if (status !== 0) {
    stop(
      'No se pudieron instalar las dependencias: revisa la conexión con el registro de npm y que esta carpeta se pueda escribir.',
    )
  }
  if (lean) trim(join(root, 'node_modules'))
  writeFileSync(stamp, `${lock} ${lean ? 'start' : 'all'}`)
}

/** Deletes what only developers read: a third of the installed size. */
function trim(modules) {
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /\.(map|d\.[cm]?ts)$/.test(entry.name)) rmSync(join(entry.parentPath, entry.name))
  }
  const nodes = join(modules, 'node', 'node_modules')
  if (!existsSync(nodes)) return
  for (const entry of readdirSync(nodes, { withFileTypes: true }))
    if (entry.isDirectory()) rmSync(join(nodes, entry.name, 'include'), { recursive: true, force: true })
}

/** The Node that runs Foja: the npm package's, or the machine's own if it is new enough. */
function findNode24() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const candidates = [join(root, 'node_modules', 'node', 'bin', name), process.execPath]
  for (const candidate of candidates) {
    if (!existsSync(candidate)) continue
    const version = spawnSync(candidate, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout ?? ''
    if (Number(version.split('.')[0]) >= 24) return candidate
  }
  return stop(
    'Falta Node 24, que llega como paquete de npm: este equipo no deja correr guiones de instalación; ejecuta «npm rebuild node --ignore-scripts=false».',
  )
}

function buildWeb(node) {
  const web = join(root, 'apps', 'web')
  const stamp = join(web, 'dist', '.stamp')
  const wanted = fingerprint([web, join(root, 'packages', 'contracts'), join(root, 'package-lock.json')])
  if (readText(stamp) === wanted) return
  console.log('Construyendo la web…')
  if (run(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], web) !== 0) {
    stop('No se pudo construir la web: el motivo está en las líneas de arriba.')
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

checkNode()
install()
const node = findNode24()
if (purpose !== 'dev') buildWeb(node)
