import type { Config } from './config.ts'

/** Address under which browsers reach the server: `PUBLIC_URL`, or this computer on `port`. Without a trailing slash. */
export function publicOrigin({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Path of `PUBLIC_URL`, such as `/foja`; empty at the root of its host. */
export function basePath({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl === undefined ? '' : publicUrl.slice(new URL(publicUrl).origin.length)
}
