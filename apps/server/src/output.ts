import { inspect } from 'node:util'

/** What a server prints besides its log. */
export type Output = {
  /** A sentence for the operator. */
  say: (line: string) => void
  /** An error that ends the start or the process. */
  fail: (error: unknown) => void
}

type Stream = { isTTY?: boolean; write: (text: string) => unknown }

/** Levels of pino, whose lines these stand among. */
const levels = { info: 30, warn: 40, fatal: 60 }

function jsonLine(level: keyof typeof levels, msg: string, more: object = {}): string {
  return `${JSON.stringify({ level: levels[level], time: Date.now(), pid: process.pid, ...more, msg })}\n`
}

/** `stack` includes the causes. */
const errorOf = (error: unknown) =>
  error instanceof Error ? { type: error.name, message: error.message, stack: inspect(error) } : undefined

/**
 * Lines for people on a terminal; elsewhere each line is a JSON object like those of the log, at any LOG_LEVEL, so that
 * a collector reads one kind of line.
 */
export function createOutput(out: Stream = process.stdout, err: Stream = process.stderr): Output {
  return {
    say: (line) => void out.write(out.isTTY === true ? `${line}\n` : jsonLine('info', line)),
    fail: (error) => {
      if (err.isTTY === true) return console.error(error)
      const known = errorOf(error)
      err.write(
        known === undefined ? jsonLine('fatal', String(error)) : jsonLine('fatal', 'Foja stopped', { err: known }),
      )
    },
  }
}

/** Replaces the plain lines that Node itself writes to stderr: warnings, and the stack of an uncaught error. */
export function takeOverStderr({ fail }: Output, err: Stream = process.stderr): void {
  process.on('uncaughtException', (error) => {
    fail(error)
    process.exit(1)
  })
  if (err.isTTY === true) return
  process.removeAllListeners('warning')
  process.on('warning', (warning) => void err.write(jsonLine('warn', warning.message, { err: errorOf(warning) })))
}
