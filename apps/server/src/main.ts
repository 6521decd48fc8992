import { adviceOn, roleAdvice } from './config-advice.ts'
import { readConfig, type Config } from './config.ts'
import { startProblem } from './start-problems.ts'
import { startServer, type RunningServer, type StartOptions } from './start-server.ts'

/** Time for running requests after the first stop signal, in milliseconds. */
const patience = 9000

function announce({ url, setup, missingRole }: RunningServer, config: Config): void {
  console.log(`Foja está lista en ${url}`)
  for (const advice of adviceOn(config)) console.log(advice)
  if (missingRole !== undefined) console.log(roleAdvice(missingRole))
  if (setup === undefined) return
  console.log(`Para empezar, crea tu oficina en ${setup.url}`)
  if (setup.code !== null) console.log(`Código de instalación: ${setup.code}`)
}

/** Stops on SIGTERM or SIGINT: the first lets requests finish, the second ends immediately. */
function stopOnSignals(server: RunningServer): void {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    const late = setTimeout(() => process.exit(1), patience)
    server.close().then(
      () => clearTimeout(late),
      (error: unknown) => {
        console.error(error)
        process.exitCode = 1
        clearTimeout(late)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Runs the server until a signal stops it: reads the environment, opens everything, prints the address. A failed start
 * prints one line on stderr and sets exit code 1.
 */
export async function main(
  options: Omit<StartOptions, 'config'> & { environment: Record<string, string | undefined> },
): Promise<RunningServer | undefined> {
  let config: Config | undefined
  try {
    config = readConfig(options.environment)
    const server = await startServer({ ...options, config })
    stopOnSignals(server)
    announce(server, config)
    return server
  } catch (error) {
    const line = startProblem(error, config)
    console.error(line ?? error)
    process.exitCode = 1
    return undefined
  }
}

if (import.meta.main) await main({ environment: process.env })
