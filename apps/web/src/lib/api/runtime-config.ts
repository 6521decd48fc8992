type RuntimeConfig = { apiUrl?: unknown }

/** The origin of the API without a trailing slash; empty if it is the page's own. */
let apiUrl = ''

/** The URL of an API path such as `/api/v1/metrics/`. */
export const apiAddress = (path: string): string => (path.startsWith('/') ? `${apiUrl}${path}` : path)

export function setApiUrl(value: string): void {
  apiUrl = value.replace(/\/+$/, '')
}

/**
 * Reads `/config.json` (`{ "apiUrl": "https://…" }`), so that one build serves any address. If it is missing or
 * invalid, the page's own origin is used.
 */
export async function loadRuntimeConfig(): Promise<void> {
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } })
    const type = response.headers.get('Content-Type') ?? ''
    if (!response.ok || !type.includes('json')) return
    const config = (await response.json()) as RuntimeConfig
    if (typeof config.apiUrl === 'string') setApiUrl(config.apiUrl)
  } catch {
    // Use the page's own origin; a real outage shows at the first call.
  }
}
