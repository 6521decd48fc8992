// Preloaded into a Foja under test: writes every secret that it receives or sends to a pipe opened by its parent. No
// code of Foja depends on it.
import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isMainThread } from 'node:worker_threads'
import { addSecretsOfReply, addSecretsOfRequest, type Secrets } from './secrets.ts'

const pipe = 3
const told = new Set<string>()

function tell(secrets: Secrets): void {
  const fresh = [...secrets].filter(([secret]) => !told.has(secret))
  for (const [secret] of fresh) told.add(secret)
  if (fresh.length > 0) writeSync(pipe, `${JSON.stringify(fresh)}\n`)
}

/** Calls `seen` with the arguments of `method` of `target`, then the original. */
function watch(target: object, method: string, seen: (...args: unknown[]) => void): void {
  const original = Reflect.get(target, method) as (...args: unknown[]) => unknown
  const watched = (...args: unknown[]) => {
    seen(...args)
    return original.apply(target, args)
  }
  Object.assign(target, { [method]: watched })
}

const kept = (chunks: Buffer[]) => (chunk: unknown) => {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
}

function listen({ request, response }: { request: IncomingMessage; response: ServerResponse }): void {
  const [asked, answered]: [Buffer[], Buffer[]] = [[], []]
  let headers: object = {}
  watch(request, 'push', kept(asked))
  watch(response, 'write', kept(answered))
  watch(response, 'end', kept(answered))
  watch(response, 'writeHead', (...args) => void (headers = args.at(-1) ?? {}))
  response.once('close', () => {
    const secrets: Secrets = new Map()
    addSecretsOfRequest(secrets, request.url ?? '', request.headers, Buffer.concat(asked))
    addSecretsOfReply(secrets, { ...response.getHeaders(), ...headers }, Buffer.concat(answered))
    tell(secrets)
  })
}

/** Ends this process soon after its parent, also when the parent never stopped it, because all its tests were left out. */
function endWithParent(): void {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGKILL'), 1000).unref()
}

if (isMainThread) {
  endWithParent()
  subscribe('http.server.request.start', (message) => listen(message as Parameters<typeof listen>[0]))
}
