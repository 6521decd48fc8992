import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { untilListening } from './until-listening.ts'

/** True when nginx is installed. */
export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).error === undefined

export const howToInstallNginx = 'nginx is not installed: apt-get install nginx'

/** Replaces all that `pattern` finds, which must be something. */
export function replaced(text: string, pattern: RegExp, by: string): string {
  const result = text.replace(pattern, () => by)
  if (result === text) throw new Error(`foja.conf has nothing like ${String(pattern)}`)
  return result
}

/** The site that is installed, with servers on these ports. */
export async function siteOf(ports: readonly number[]): Promise<string> {
  const text = await readFile(new URL('../../../deploy/nginx/foja.conf', import.meta.url), 'utf8')
  const [, server = '', how = ''] = /(server 127\.0\.0\.1:)3000( .*;)/.exec(text) ?? []
  return replaced(text, /server 127\.0\.0\.1:3000 .*;/, ports.map((port) => `${server}${port}${how}`).join('\n  '))
}

/** The same without TLS and its redirect, on one port of this computer. */
export function withoutTls(site: string, port: number): string {
  const rest = replaced(site, /server \{\n {2}listen 80;[^}]*\}/, '')
  return replaced(replaced(rest, /listen 443 ssl[^;]*;/, `listen 127.0.0.1:${port};`), /ssl_\w+ [^;]*;/g, '')
}

/** The same below a path, with the line that the site has for that. */
export function belowPath(site: string): string {
  const line = /^ {2}# {3}(location .* \{)$/m.exec(site)?.[1] ?? ''
  return replaced(site, /^ {2}location \/ \{$/m, `  ${line}`)
}

/** Everything that nginx writes goes to `folder`, so that it needs no rights. */
const mainConf = (folder: string, site: string) => `${userInfo().uid === 0 ? `user ${userInfo().username};` : ''}
worker_processes 1;
pid ${join(folder, 'pid')};
error_log ${join(folder, 'error.log')} warn;
events { worker_connections 1024; }
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${join(folder, name)};`).join('\n')}
  include ${site};
}
`

export type Nginx = { child: ChildProcess; log: () => Promise<string>; stop: () => Promise<void> }

async function writeConf(folder: string, site: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const [conf, siteFile] = [join(folder, 'nginx.conf'), join(folder, 'site.conf')]
  await writeFile(siteFile, site)
  await writeFile(conf, mainConf(folder, siteFile))
  return conf
}

const argumentsOf = (folder: string, conf: string) => ['-p', folder, '-e', join(folder, 'error.log'), '-c', conf]

/** What nginx says of a site, the text of a file for `conf.d`; empty: it would start with it. */
export async function complaintsAbout(folder: string, site: string): Promise<string> {
  const conf = await writeConf(folder, site)
  const { status, stderr } = spawnSync('nginx', ['-t', '-q', ...argumentsOf(folder, conf)], { encoding: 'utf8' })
  return status === 0 ? stderr : `${status}: ${stderr}`
}

/** Starts nginx with a site that listens on `port` of 127.0.0.1. */
export async function startNginx(folder: string, site: string, port: number): Promise<Nginx> {
  const conf = await writeConf(folder, site)
  const child = spawn('nginx', [...argumentsOf(folder, conf), '-g', 'daemon off;'], { stdio: 'ignore' })
  const errors = join(folder, 'error.log')
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  try {
    await untilListening(port, child, errors)
  } catch (error) {
    await stop()
    throw error
  }
  return { child, log: async () => await readFile(errors, 'utf8'), stop }
}
