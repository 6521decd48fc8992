type RuntimeConfig = { apiUrl?: unknown }

let apiUrl = ''

/** The origin of the API, without a final slash; empty when it is the page's own. */
export const getApiUrl = (): string => apiUrl

/** The address of an API path such as `/api/v1/metrics/`. */
export const apiAddress = (path: string): string => (path.startsWith('/') ? `${apiUrl}${path}` : path)

/** Whether the browser should send the session's cookie to the API's origin. */
export const apiCredentials = (): RequestCredentials => (apiUrl === '' ? 'same-origin' : 'include')

export function setApiUrl(value: string): void {
  apiUrl = value.replace(/\/+$/, '')
}

/**
 * Reads `/config.json` (`{ "apiUrl": "https://…" }`), so that one build serves any address. A missing or unreadable
 * file means the page's own origin.
 */
export async function loadRuntimeConfig(): Promise<void> {
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } })
    const type = response.headers.get('Content-Type') ?? ''
    if (!response.ok || !type.includes('json')) return
    const config = (await response.json()) as RuntimeConfig
    if (typeof config.apiUrl === 'string') setApiUrl(config.apiUrl)
  } catch {
    // The page's own origin is then the best guess; a real outage shows itself at the first call.
  }
}
