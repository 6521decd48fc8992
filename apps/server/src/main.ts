import { startEmbedded, type EmbeddedServer } from '@foja/db/embedded-connection'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { createOutput, takeOverStderr, type Output } from './output.ts'
import type { RunningServer, StartOptions } from './start-server.ts'

// Everything else is imported below: after the compile cache is on, and while the embedded database starts.

/** Compiled code, beside the sources. Without permission to write there, each start compiles again. */
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/foja', import.meta.url))

/** Time for running requests once the server closes, in milliseconds. */
const patience = 9000

async function announce({ url, setup, missingRole }: RunningServer, config: Config, { say }: Output): Promise<void> {
  const { adviceOn, roleAdvice } = await import('./config-advice.ts')
  say(config.role === 'worker' ? 'Foja está lista para los trabajos en segundo plano' : `Foja está lista en ${url}`)
  for (const advice of adviceOn(config)) say(advice)
  if (missingRole !== undefined) say(roleAdvice(missingRole))
  if (setup === undefined) return
  say(`Para empezar, crea tu oficina en ${setup.url}`)
  if (setup.code !== null) say(`Código de instalación: ${setup.code}`)
}

/**
 * Stops on SIGTERM or SIGINT, also while the server starts. The first makes it go away: it is not ready, serves requests
 * for the drain time, then finishes those that run. The second ends immediately.
 */
function stopOnSignals(
  starting: Promise<RunningServer>,
  leaving: AbortController,
  { drainSeconds }: Config,
  { fail }: Output,
): void {
  const close = async () => {
    const late = setTimeout(() => process.exit(1), patience)
    // `main` reports why it does not start.
    const server = await starting.catch(() => undefined)
    await server?.close().catch((error: unknown) => {
      fail(error)
      process.exitCode = 1
    })
    clearTimeout(late)
  }
  const stop = () => {
    if (leaving.signal.aborted) process.exit(1)
    leaving.abort()
    setTimeout(() => void close(), drainSeconds * 1000)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Starts the thread of the embedded database: it takes as long as importing the server, which goes on meanwhile. Fails
 * when the server opens the database.
 */
function beginEmbedded({ databaseUrl, dataFolder }: Config): Promise<EmbeddedServer> | undefined {
  if (databaseUrl !== undefined) return undefined
  const embedded = startEmbedded({ folder: join(dataFolder, 'db'), dump: null })
  embedded.catch(() => {})
  return embedded
}

async function start(options: StartOptions): Promise<RunningServer> {
  const { startServer } = await import('./start-server.ts')
  return await startServer(options)
}

/**
 * Runs the server until a signal stops it: reads the environment, opens everything, prints the address. A failed start
 * prints one line on stderr and sets exit code 1.
 */
export async function main(
  options: Pick<StartOptions, 'webFolder'> & { environment: Record<string, string | undefined> },
): Promise<RunningServer | undefined> {
  let config: Config | undefined
  let embedded: Promise<EmbeddedServer> | undefined
  const output = createOutput()
  enableCompileCache(compileCache)
  try {
    const { readConfig } = await import('./config.ts')
    config = readConfig(options.environment)
    embedded = beginEmbedded(config)
    const leaving = new AbortController()
    const starting = start({ ...options, config, embedded, goingAway: leaving.signal })
    stopOnSignals(starting, leaving, config, output)
    const server = await starting
    if (config.role === 'worker') await server.working
    await announce(server, config, output)
    try {
      await server.working
    } catch (error) {
      await server.close()
      throw error
    }
    flushCompileCache()
    return server
  } catch (error) {
    const { startProblem } = await import('./start-problems.ts')
    output.fail(startProblem(error, config) ?? error)
    process.exitCode = 1
    // Where the start failed before it opened the database.
    await (await embedded?.catch(() => undefined))?.close().catch(() => {})
    return undefined
  }
}

if (import.meta.main) {
  takeOverStderr(createOutput())
  await main({ environment: process.env })
}
