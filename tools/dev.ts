// `npm run dev`: the server, restarted when one of its sources changes, and Vite, which serves the web with hot reload
// and proxies /api to the server. Ctrl+C ends both.
import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

const settleMs = 200

function start(args: string[], cwd = root): ChildProcess {
  return spawn(process.execPath, args, { cwd, stdio: 'inherit' })
}

let ending = false
let server = start(['apps/server/src/main.ts'])
const vite = start([join(root, 'node_modules', 'vite', 'bin', 'vite.js')], join(root, 'apps', 'web'))

function end(): void {
  ending = true
  server.kill('SIGTERM')
  vite.kill('SIGTERM')
}

/** Not Node's own watch mode: it sends its messages through every worker thread. */
function restart(): void {
  const former = server
  const begin = () => {
    if (!ending) server = start(['apps/server/src/main.ts'])
  }
  if (former.exitCode !== null) begin()
  else {
    former.once('exit', begin)
    former.kill('SIGTERM')
  }
}

let timer: NodeJS.Timeout | undefined
const watchers = ['apps/server/src', 'packages'].map((folder) =>
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (file === null || !file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('node_modules')) return
    clearTimeout(timer)
    timer = setTimeout(restart, settleMs)
  }),
)

vite.once('exit', () => {
  for (const watcher of watchers) watcher.close()
  end()
})
process.on('SIGINT', end)
process.on('SIGTERM', end)
