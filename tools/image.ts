// npm run image: builds the image of deploy/Dockerfile without a registry, starts it as in production and stops it.
// Needs root and the Debian packages buildah, podman, runc, mmdebstrap and uidmap; takes three gigabytes in /tmp.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './run.ts'

const maxMegabytes = 350
const port = 3122
const origin = `http://127.0.0.1:${port}`
/** crun refuses machines whose control groups are not those of systemd. */
const podman = ['podman', '--runtime', 'runc', '--cgroup-manager', 'cgroupfs']
const tools = ['buildah', 'podman', 'runc', 'mmdebstrap', 'newuidmap']

/** True if this machine has what building an image needs. */
export const canBuildImage = () =>
  process.getuid?.() === 0 && tools.every((tool) => spawnSync('which', [tool]).status === 0)

/** Options of a container: as `start` says. */
function asInProduction(data: string): string[] {
  const locks = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']
  const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=4096:4096', '--no-healthcheck']
  const settings = ['-e', `PORT=${port}`, '-e', 'HOST=127.0.0.1', '-v', `${data}:/data`]
  return ['--network', 'host', '--pull=never', ...limits, ...locks, ...settings]
}

class Builder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    const [graph, run] = [join(folder, 'graph'), join(folder, 'run')]
    writeFileSync(this.#config, `[storage]\ndriver = "vfs"\ngraphroot = "${graph}"\nrunroot = "${run}"\n`)
  }

  get #config(): string {
    return join(this.#folder, 'storage.conf')
  }

  /** Runs a command; returns its output. Throws with what it wrote if it fails. */
  run(command: string[], input?: Buffer): string {
    const [program = '', ...args] = command
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.#folder,
      env: { ...process.env, CONTAINERS_STORAGE_CONF: this.#config },
      maxBuffer: 2 ** 30,
      ...(input === undefined ? {} : { input }),
    })
    if (status !== 0) {
      throw new Error(`${command.join(' ').slice(0, 200)}: ${[stdout, stderr].join('').slice(-2000)}`)
    }
    return stdout.toString().trim()
  }

  /** The images that the Dockerfile begins with: Debian by mmdebstrap, Node and npm of this machine. */
  makeBases(): void {
    const archive = join(this.#folder, 'debian.tar')
    // As Debian's own slim image: without manuals and translations.
    const slim = ['doc', 'info', 'locale', 'man'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
    // Nor Perl, which mmdebstrap installs for usrmerge.
    const merged = [
      '--include=usr-is-merged',
      '--customize-hook=chroot "$1" apt-get purge -y usrmerge perl-modules-5.36',
    ]
    this.run(['mmdebstrap', '--variant=minbase', ...merged, ...slim, 'bookworm', archive])
    const debian = this.run(['buildah', 'from', 'scratch'])
    this.run(['buildah', 'add', '-q', debian, archive, '/'])
    this.run(['buildah', 'commit', '-q', debian, 'docker.io/library/debian:bookworm-slim'])
    const npm = dirname(dirname(this.run(['readlink', '-f', this.run(['which', 'npm'])])))
    this.run(['buildah', 'copy', '-q', debian, process.execPath, '/usr/local/bin/node'])
    this.run(['buildah', 'copy', '-q', debian, npm, '/usr/local/lib/node_modules/npm'])
    const link = 'for name in npm npx; do ln -sf ../lib/node_modules/npm/bin/$name-cli.js /usr/local/bin/$name; done'
    this.run(['buildah', 'run', '--isolation', 'chroot', debian, '--', 'sh', '-c', link])
    this.run(['buildah', 'commit', '-q', debian, 'docker.io/library/node:24-bookworm-slim'])
    this.run(['buildah', 'rm', debian])
  }

  /** Builds the committed sources; returns the size of the image in megabytes. */
  build(): number {
    const sources = join(this.#folder, 'sources')
    mkdirSync(sources)
    const { stdout } = spawnSync('git', ['-C', root, 'archive', 'HEAD'], { maxBuffer: 2 ** 30 })
    this.run(['tar', '-x', '-C', sources], stdout)
    // Lent to the build: the certificates and npm settings of this machine.
    const lent = [
      ['/etc/ssl/certs', '/etc/ssl/certs'],
      ['/usr/etc/npmrc', '/usr/local/etc/npmrc'],
      [join(homedir(), '.npmrc'), '/root/.npmrc'],
    ].filter(([from]) => existsSync(from!))
    const volumes = lent.flatMap(([from, to]) => ['-v', `${from}:${to}:ro`])
    const how = ['--isolation', 'chroot', '--network', 'host', '--pull=never', '--format', 'docker', ...volumes]
    const dockerfile = join(sources, 'deploy', 'Dockerfile')
    this.run(['buildah', 'build', ...how, '-f', dockerfile, '-t', 'foja:test', sources])
    const [image] = JSON.parse(this.run(['podman', 'image', 'inspect', 'foja:test'])) as { Size: number }[]
    return image!.Size / 1e6
  }

  /** Starts the image with a read-only root, no capabilities and limits; returns the seconds until it is ready. */
  async start(name: string, data: string): Promise<number> {
    const began = performance.now()
    this.run([...podman, 'run', '-d', '--name', name, ...asInProduction(data), 'localhost/foja:test'])
    while (!(await isReady())) {
      if (performance.now() - began > 120_000) throw new Error(`not ready: ${this.run([...podman, 'logs', name])}`)
      // oxlint-disable-next-line no-await-in-loop -- asks again
      await pause(200)
    }
    return (performance.now() - began) / 1000
  }

  /** Runs a command of the image on the data of a stopped container; returns its output. Throws if it fails. */
  runTool(data: string, ...command: string[]): string {
    return this.run([...podman, 'run', '--rm', ...asInProduction(data), 'localhost/foja:test', ...command])
  }

  /** Stops and removes it; returns its exit code. */
  stop(name: string): number {
    this.run([...podman, 'stop', '-t', '30', name])
    const code = Number(this.run([...podman, 'inspect', name, '--format', '{{.State.ExitCode}}']))
    this.run([...podman, 'rm', name])
    return code
  }

  /** Removes the containers first, which hold their layers. */
  clear(): void {
    spawnSync('podman', ['rm', '-f', '-a'], { env: { ...process.env, CONTAINERS_STORAGE_CONF: this.#config } })
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function isReady(): Promise<boolean> {
  return await fetch(`${origin}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Owner of a running process by its command line (proc(5)); undefined if there is none. */
function ownerOf(pid: string): string | undefined {
  return /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
}

/** Builds, starts twice on the same data and stops; prints a line for each check. */
export async function runImage(): Promise<{ passed: number; failures: string[] }> {
  const outcome = { passed: 0, failures: [] as string[] }
  const expect = (what: string, isTrue: boolean) => {
    console.log(`${isTrue ? '✓' : '✗'} ${what}`)
    if (isTrue) outcome.passed += 1
    else outcome.failures.push(what)
  }
  const folder = mkdtempSync(join(tmpdir(), 'foja-image-'))
  const builder = new Builder(folder)
  try {
    builder.makeBases()
    const size = builder.build()
    expect(`the image has ${size.toFixed(0)} of ${maxMegabytes} MB`, size <= maxMegabytes)
    const data = join(folder, 'data')
    mkdirSync(data)
    chownSync(data, 1000, 1000)
    for (const name of ['foja-first', 'foja-again']) {
      // oxlint-disable-next-line no-await-in-loop -- the second start finds the data of the first
      const seconds = await builder.start(name, data)
      expect(`${name} is ready after ${seconds.toFixed(1)} s, with a read-only root`, true)
      const page = await fetch(origin)
      expect('the web is served', page.status === 200 && (await page.text()).includes('<div id="root"'))
      const owner = ownerOf(builder.run([...podman, 'inspect', name, '--format', '{{.State.Pid}}']))
      expect(`its process belongs to user ${owner}`, owner === '1000')
      const code = builder.stop(name)
      expect(`stopping it ends with ${code}`, code === 0)
    }
    const found = builder.runTool(data, 'node', 'tools/doctor.ts', '--files')
    expect('the doctor runs in the image', found.includes('✓ Todo está en orden.'))
  } finally {
    builder.clear()
  }
  return outcome
}

if (import.meta.main) {
  if (!canBuildImage()) {
    console.error(`npm run image needs root and these programs: ${tools.join(', ')}`)
    process.exit(2)
  }
  const { failures } = await runImage()
  process.exit(failures.length > 0 ? 1 : 0)
}
