import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './postgres-server.ts'
import { untilListening } from './until-listening.ts'

/**
 * OpenStack Swift with its S3 API (s3api) on loopback: an S3 server that Debian packages. One device, one replica,
 * everything in one folder.
 */

/** Key and secret of its only account. */
export const swiftUser = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }

const backends = ['account', 'container', 'object'] as const
type Ports = Record<(typeof backends)[number] | 'proxy' | 'memcached', number>

export const howToInstall =
  'Swift is not installed: apt-get install swift-proxy swift-account swift-container swift-object memcached'

let installed: boolean | undefined

/** True when Swift is installed. With FOJA_REQUIRE_S3 set, a missing one is an error. */
export function hasSwift(): boolean {
  installed ??= ['swift-proxy-server', 'swift-object-server', 'memcached'].every(
    (name) => spawnSync('which', [name]).status === 0,
  )
  if (!installed && process.env['FOJA_REQUIRE_S3']) throw new Error(howToInstall)
  return installed
}

const swiftConf = `[swift-hash]
swift_hash_path_prefix = foja
swift_hash_path_suffix = test
[storage-policy:0]
name = one
default = yes
`

/** `workers = 0`: no child processes. */
const common = (own: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${join(own, 'etc')}
devices = ${join(own, 'devices')}
mount_check = false
log_level = WARNING
`

const backendConf = (own: string, name: string, port: number) => `${common(own, port)}
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

/** The names of filters differ from those of their entry points. */
const filters = {
  catch_errors: 'use = egg:swift#catch_errors',
  cache: 'use = egg:swift#memcache',
  listing_formats: 'use = egg:swift#listing_formats',
  bulk: 'use = egg:swift#bulk',
  s3api: 'use = egg:swift#s3api\nlocation = us-east-1\nmin_segment_size = 5242880',
  tempauth: 'use = egg:swift#tempauth\nuser_test_tester = testing .admin',
  slo: 'use = egg:swift#slo',
  dlo: 'use = egg:swift#dlo',
  versioned_writes: 'use = egg:swift#versioned_writes',
}

function proxyConf(own: string, ports: Ports): string {
  const sections = Object.entries(filters).map(([name, lines]) => `[filter:${name}]\n${lines}\n`)
  return `${common(own, ports.proxy)}
[pipeline:main]
pipeline = ${Object.keys(filters).join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
${sections.join('').replace('#memcache', `#memcache\nmemcache_servers = 127.0.0.1:${ports.memcached}`)}`
}

/** Writes the ring of each kind, which says where its data is. As a program: three calls of swift-ring-builder for each take seconds. */
const ringProgram = `import sys
from swift.common.ring import RingBuilder
for kind, port in (one.split('=') for one in sys.argv[1:]):
    builder = RingBuilder(4, 1, 1)
    place = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    builder.add_dev({'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1.0, 'meta': '', **place})
    builder.rebalance()
    builder.get_ring().save(kind + '.ring.gz')
`

async function createRings(folder: string, ports: Ports): Promise<void> {
  const places = backends.map((name) => `${name}=${ports[name]}`)
  // The Python of Debian, which has Swift.
  const child = spawn('/usr/bin/python3', ['-c', ringProgram, ...places], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the rings were not written: ${complaint}`)
}

export type SwiftServer = { endpoint: string; isRunning: () => boolean; stop: () => Promise<void> }

/** Starts Swift in the folder `own`, on free ports. */
export async function startSwift(own: string): Promise<SwiftServer> {
  const etc = join(own, 'etc')
  await mkdir(etc, { recursive: true })
  await mkdir(join(own, 'devices', 'd1'), { recursive: true })
  const names = [...backends, 'proxy', 'memcached'] as const
  const ports = {} as Ports
  for (const name of names) ports[name] = await freePort()
  await writeFile(join(etc, 'swift.conf'), swiftConf)
  for (const name of backends) await writeFile(join(etc, `${name}.conf`), backendConf(own, name, ports[name]))
  await writeFile(join(etc, 'proxy.conf'), proxyConf(own, ports))
  await createRings(etc, ports)
  const children = names.map((name) => {
    const log = openSync(join(own, `${name}.log`), 'a')
    const [program, args] =
      name === 'memcached'
        ? [name, ['-l', '127.0.0.1', '-p', String(ports[name]), '-m', '32', '-u', userInfo().username]]
        : [`swift-${name}-server`, [join(etc, `${name}.conf`)]]
    // The settings of another Swift are not read; Python finds nothing in the working folder.
    const env = { ...process.env, SWIFT_DIR: etc }
    const child = spawn(program, args, { cwd: etc, env, stdio: ['ignore', log, log] })
    closeSync(log)
    return child
  })
  const isRunning = () => children.every((child) => child.exitCode === null && child.signalCode === null)
  const stop = async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  try {
    await writeFile(join(own, 'pids.json'), JSON.stringify(children.map((child) => child.pid)))
    await Promise.all(
      names.map(async (name, at) => await untilListening(ports[name], children[at]!, join(own, `${name}.log`))),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { endpoint: `http://127.0.0.1:${ports.proxy}`, isRunning, stop }
}

/** Stops the processes of a Swift in `own` that outlived the one which started them. */
export async function stopOrphanedSwift(own: string): Promise<void> {
  const pids = JSON.parse(await readFile(join(own, 'pids.json'), 'utf8').catch(() => '[]')) as number[]
  for (const pid of pids) {
    // Another process may have the number now.
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (cwd === join(own, 'etc')) process.kill(pid, 'SIGKILL')
  }
}
