import type { Config } from './config.ts'

/** Origin under which browsers reach the server: `PUBLIC_URL`, or this computer on `port`. */
export function publicOrigin({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
