import type { Tracing } from './tracing.ts'

/** The packages of OpenTelemetry, which are not installed with Foja, are missing. */
export class TracingMissingError extends Error {
  constructor(cause: unknown) {
    super('the packages of OpenTelemetry are not installed', { cause })
    this.name = 'TracingMissingError'
  }
}

/**
 * Loads OpenTelemetry, which sends spans to a collector by OTLP over HTTP.
 * @throws TracingMissingError
 */
export async function openTracing(endpoint: string): Promise<Tracing> {
  const { createOpenTelemetry } = await import('./open-telemetry.ts').catch((error: unknown) => {
    throw new TracingMissingError(error)
  })
  return createOpenTelemetry(endpoint)
}
