import type { Config } from './config.ts'

/** Origin under which browsers reach the server: `PUBLIC_URL`, or this computer on `port`. */
export function publicOrigin(config: Config, port: number): string {
  if (config.publicUrl !== undefined) return config.publicUrl
  const everywhere = config.host === '0.0.0.0' || config.host === '::'
  const host = everywhere ? '127.0.0.1' : config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${host}:${port}`
}
